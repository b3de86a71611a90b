import { useEffect, useState } from 'react'
import { canKeep, type KeptMemorial, listKept, onKeptChange } from '@client/lib/kept-memorials'

/** The memorials that this device keeps, the newest first; undefined until they are known, and where none can be kept. */
export function useKept(): KeptMemorial[] | undefined {
  const [kept, setKept] = useState<KeptMemorial[]>()

  useEffect(() => {
    if (!canKeep()) return
    let isOver = false
    const read = () => {
      listKept().then(
        (list) => {
          if (!isOver) setKept(list)
        },
        // A browser that forbids its storages keeps nothing.
        () => {
          if (!isOver) setKept([])
        },
      )
    }
    read()
    const stop = onKeptChange(read)
    return () => {
      isOver = true
      stop()
    }
  }, [])

  return kept
}
