import { useEffect, useEffectEvent, useRef } from 'react'
import type { ModerationAddress } from './use-moderation-address'
import type { PendingPage } from './use-pending-page'

/** A page that has run empty, while more wait on those before it, gives way to the last of them. */
export function useLastFullPage(
  { state: { page }, replacePage }: ModerationAddress,
  { memories, pageCount, isFetching }: PendingPage,
): void {
  const lastPage = Math.max(1, pageCount)
  const isBehindLast = memories?.length === 0 && !isFetching && page > lastPage

  const goBack = useEffectEvent(() => replacePage(lastPage))
  useEffect(() => {
    if (isBehindLast) goBack()
  }, [isBehindLast])
}

/** Whoever turns the page goes on from its first item. */
export function useFocusOnNewPage(page: number, waitForItems: () => void): void {
  const shown = useRef(page)
  const focusItems = useEffectEvent(waitForItems)
  useEffect(() => {
    if (shown.current !== page) focusItems()
    shown.current = page
  }, [page])
}
