import { useEffect, useEffectEvent, useRef } from 'react'
import type { ModerationAddress } from './use-moderation-address'
import type { PendingPage } from './use-pending-page'

/** Goes back to the last page when the current page is empty and comes after it. */
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

/** Moves the focus to the list after the page number has changed, so that its first item gets the focus. */
export function useFocusOnNewPage(page: number, waitForItems: () => void): void {
  const shown = useRef(page)
  const focusItems = useEffectEvent(waitForItems)
  useEffect(() => {
    if (shown.current !== page) focusItems()
    shown.current = page
  }, [page])
}
