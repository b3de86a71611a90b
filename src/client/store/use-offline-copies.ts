import { useEffect, useState } from 'react'
import { opensCopy } from '@client/lib/copy-access'
import { canSaveOffline, type OfflineCopy, listOfflineCopies, onCopiesChange } from '@client/lib/offline-copies'
import { selectAccountToken, selectPinTokens } from '@client/session/selectors'
import { useAppSelector } from './hooks'

/**
 * The offline copies that the visitor may open, newest first; undefined until they are known, and where the browser
 * does not support them.
 */
export function useOfflineCopies(): OfflineCopy[] | undefined {
  const accountToken = useAppSelector(selectAccountToken)
  const pinTokens = useAppSelector(selectPinTokens)
  const [copies, setCopies] = useState<OfflineCopy[]>()

  useEffect(() => {
    if (!canSaveOffline()) return
    let isOver = false
    const tokenOf = ({ id, isOfAccount }: OfflineCopy) => (isOfAccount ? accountToken : pinTokens[id])
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
  }, [accountToken, pinTokens])

  return copies
}

async function openable(tokenOf: (copies: OfflineCopy) => string | undefined): Promise<OfflineCopy[]> {
  const all = await listOfflineCopies()
  const opens = await Promise.all(all.map((copies) => opensCopy(copies, tokenOf(copies))))
  return all.filter((_copy, index) => opens[index])
}
