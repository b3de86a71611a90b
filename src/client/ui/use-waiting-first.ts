import { useEffect, useEffectEvent, useState } from 'react'

/** The order of sections of which some hold what waits for a decision: those come first, else all stay as they are named. */
export function useWaitingFirst<Kind extends string>(kinds: readonly Kind[]) {
  /** As it was when that was first known: nothing changes its place once the last is decided. */
  const [waiting, setWaiting] = useState<ReadonlySet<Kind>>(new Set())

  return {
    order: [...kinds.filter((kind) => waiting.has(kind)), ...kinds.filter((kind) => !waiting.has(kind))],
    anyWaits: waiting.size > 0,
    /** For a section that tells once whether anything waits in it. */
    note: (kind: Kind) => (isWaiting: boolean) => {
      if (isWaiting) setWaiting((known) => new Set(known).add(kind))
    },
  }
}

export type OnKnown = (isWaiting: boolean) => void

/** In a section: tells how many things wait there, once that is known. */
export function useToldOfWaiting(count: number | undefined, onKnown: OnKnown | undefined): void {
  const isKnown = count !== undefined
  const tell = useEffectEvent(() => onKnown?.(count !== 0))

  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
}
