import { useEffect, useEffectEvent, useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { pageOfMemories, useGetMemoriesQuery } from '@client/api/memory-api'
import { isSavingData } from '@client/lib/connection'
import { opensCopy, type Reader } from '@client/offline/policy'
import {
  canSaveOffline,
  deleteOfflineCopy,
  findOfflineCopy,
  listOfflineCopies,
  type OfflineCopy,
  onCopiesChange,
} from '@client/offline/copies'
import {
  selectAccountToken,
  selectIsSessionRestored,
  selectMemorialToken,
  selectMemorialTokens,
} from '@client/session/session-slice'
import { useAppSelector } from '../store/hooks'
import { selectSavedAt } from './OfflineNote'

/**
 * The offline copies that the visitor may open, newest first; undefined until they are known, and where the browser
 * does not support them.
 */
export function useOfflineCopies(): OfflineCopy[] | undefined {
  const accountToken = useAppSelector(selectAccountToken)
  const memorialTokens = useAppSelector(selectMemorialTokens)
  const [copies, setCopies] = useState<OfflineCopy[]>()

  useEffect(() => {
    if (!canSaveOffline()) return
    let isOver = false
    const tokenOf = ({ id, isOfAccount }: OfflineCopy) => (isOfAccount ? accountToken : memorialTokens[id])
    const read = () => {
      openable(tokenOf).then(
        (list) => {
          if (!isOver) setCopies(list)
        },
        // A browser that forbids its storages has no copies.
        () => {
          if (!isOver) setCopies([])
        },
      )
    }
    read()
    const stop = onCopiesChange(read)
    // Another tab may have changed them, or a window beside this one.
    document.addEventListener('visibilitychange', read)
    window.addEventListener('focus', read)
    return () => {
      isOver = true
      stop()
      document.removeEventListener('visibilitychange', read)
      window.removeEventListener('focus', read)
    }
  }, [accountToken, memorialTokens])

  return copies
}

async function openable(tokenOf: (copies: OfflineCopy) => string | undefined): Promise<OfflineCopy[]> {
  const all = await listOfflineCopies()
  const opens = await Promise.all(all.map((copies) => opensCopy(copies, tokenOf(copies))))
  return all.filter((_copy, index) => opens[index])
}

/** Delays the copy so that it does not compete with the first render. */
const SAVE_DELAY_MS = 3_000

/**
 * Saves a public page that is being read, so that it opens later without network, and renews the copy: what was removed from
 * the page is removed from the device too. Of a closed page it only renews a copy that the reader asked for, with the token
 * that opens it. A failure is ignored: the next visit retries.
 */
export function useSaveVisited(memorial: Memorial): void {
  const { id, public_status } = memorial
  const reader = useReader(id)
  const isRestored = useAppSelector(selectIsSessionRestored)
  const isFromDevice = useAppSelector((state) => selectSavedAt(state, id)) !== undefined
  const { data: words } = useGetMemoriesQuery(pageOfMemories(id))
  const isWanted = isRestored && !isFromDevice

  const save = useEffectEvent(async () => {
    const copy = await findOfflineCopy(id)
    if (!copy && isSavingData()) return
    const isSaved = copy?.isSaved ?? false
    if (!public_status) {
      // The page was closed since the last visit.
      if (copy && !isSaved) await deleteOfflineCopy(id)
      if (!copy || !isSaved || !(await opensCopy(copy, reader.memorialToken ?? reader.accountToken))) return
    }
    const { saveMemorial } = await import('./save-memorial')
    await saveMemorial({ id, public_status }, reader, { isSaved, isRenewal: true })
  })

  useEffect(() => {
    if (!isWanted || !canSaveOffline()) return
    const timer = setTimeout(() => {
      if (navigator.onLine) void save().catch(() => undefined)
    }, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
    // A new response is a new object: the page has changed.
  }, [isWanted, memorial, words])
}

/** The tokens with which this browser reads a memorial. */
export function useReader(memorialId: number): Reader {
  const accountToken = useAppSelector(selectAccountToken)
  const memorialToken = useAppSelector((state) => selectMemorialToken(state, memorialId))
  return { accountToken, memorialToken }
}
