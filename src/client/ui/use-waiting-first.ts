import { useEffect, useEffectEvent, useState } from 'react'

/** The order of sections, some of which have pending items: those come first, the others stay in order. */
export function useWaitingFirst<Kind extends string>(kinds: readonly Kind[]) {
  /** Only grows, so that sections do not move after the last item is decided. */
  const [waiting, setWaiting] = useState<ReadonlySet<Kind>>(new Set())

  return {
    order: [...kinds.filter((kind) => waiting.has(kind)), ...kinds.filter((kind) => !waiting.has(kind))],
    anyWaits: waiting.size > 0,
    /** For a section that reports once whether it has pending items. */
    note: (kind: Kind) => (isWaiting: boolean) => {
      if (isWaiting) setWaiting((known) => new Set(known).add(kind))
    },
  }
}

export type OnKnown = (isWaiting: boolean) => void

/** Reports a section's pending items, once their count is known. */
export function useReportPendingCount(count: number | undefined, onKnown: OnKnown | undefined): void {
  const isKnown = count !== undefined
  const tell = useEffectEvent(() => onKnown?.(count !== 0))

  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
}
