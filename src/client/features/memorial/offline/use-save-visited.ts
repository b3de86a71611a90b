import { useEffect, useEffectEvent } from 'react'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { useGetMemoriesQuery } from '@client/api/memory-api'
import { isSavingData } from '@client/lib/connection'
import { opensCopy } from '@client/lib/copy-access'
import { canSaveOffline, deleteOfflineCopy, findOfflineCopy } from '@client/lib/offline-copies'
import { selectIsSessionRestored } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import { selectSavedAt } from './offline-reads'
import { useReader } from './use-reader'

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
  const { data: words } = useGetMemoriesQuery({ memorialId: id, offset: 0, limit: MEMORIES_PAGE_SIZE })
  const isWanted = isRestored && !isFromDevice

  const save = useEffectEvent(async () => {
    const copy = await findOfflineCopy(id)
    if (!copy && isSavingData()) return
    const isSaved = copy?.isSaved ?? false
    if (!public_status) {
      // The page was closed since the last visit.
      if (copy && !isSaved) await deleteOfflineCopy(id)
      if (!copy || !isSaved || !(await opensCopy(copy, reader.pinToken ?? reader.accountToken))) return
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
