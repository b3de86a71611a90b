import { useEffect, useState } from 'react'
import { opensCopy } from '@client/lib/copy-access'
import { canKeep, type KeptMemorial, listKept, onKeptChange } from '@client/lib/kept-memorials'
import { selectAccountToken, selectPinTokens } from '@client/session/selectors'
import { useAppSelector } from './hooks'

/**
 * The offline copies that the visitor may open, newest first; undefined until they are known, and where the browser
 * does not support them.
 */
export function useKept(): KeptMemorial[] | undefined {
  const accountToken = useAppSelector(selectAccountToken)
  const pinTokens = useAppSelector(selectPinTokens)
  const [kept, setKept] = useState<KeptMemorial[]>()

  useEffect(() => {
    if (!canKeep()) return
    let isOver = false
    const tokenOf = ({ id, isOfAccount }: KeptMemorial) => (isOfAccount ? accountToken : pinTokens[id])
    const read = () => {
      openable(tokenOf).then(
        (list) => {
          if (!isOver) setKept(list)
        },
        // A browser that forbids its storages has no copies.
        () => {
          if (!isOver) setKept([])
        },
      )
    }
    read()
    const stop = onKeptChange(read)
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

  return kept
}

async function openable(tokenOf: (kept: KeptMemorial) => string | undefined): Promise<KeptMemorial[]> {
  const all = await listKept()
  const opens = await Promise.all(all.map((kept) => opensCopy(kept, tokenOf(kept))))
  return all.filter((_kept, index) => opens[index])
}
