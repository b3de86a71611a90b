import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FOCUS_AREA } from './focus'
import { LoadFailed } from './Loading'
import { Section } from './Page'

export interface WaitingRequestsProps extends PropsWithChildren {
  title: string
  purpose: string
  /** The text after the last request was decided. */
  nothingWaits?: string
  loadFailed: string
  /** Undefined until known. */
  count: number | undefined
  isError: boolean
  onRetry: () => void
  /** Called with whether any are pending, once known. */
  onKnown?: OnKnown | undefined
}

/** Pending requests of others, one row each as children. Nothing if there were none. */
export function WaitingRequests(props: WaitingRequestsProps) {
  const { title, purpose, nothingWaits = 'Больше просьб нет.', loadFailed, count, isError, onRetry } = props
  const { onKnown, children } = props
  /** The section stays after the last request was decided, so that the focus does. */
  const [hadAny, setHadAny] = useState(false)
  const isKnown = count !== undefined
  const hasFailed = isError && !isKnown
  if (isKnown && count > 0 && !hadAny) setHadAny(true)

  useReportPendingCount(count, onKnown)

  if (!hadAny && !hasFailed) return null
  return (
    <Section spacing="small" title={title}>
      <Box {...FOCUS_AREA}>
        {hasFailed && <LoadFailed onRetry={onRetry}>{loadFailed}</LoadFailed>}
        {isKnown && (
          <Typography color="textSecondary" sx={{ mb: 1, maxWidth: 760 }}>
            {count > 0 ? purpose : nothingWaits}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {children}
        </Box>
      </Box>
    </Section>
  )
}

interface ActionRowProps {
  actions: ReactNode
  /** The URL of a thumbnail. */
  picture?: string | null
}

/** A list item with its actions, which wrap below the text when there is no room next to it. */
export function ActionRow({ actions, picture, children }: PropsWithChildren<ActionRowProps>) {
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, display: 'flex', alignItems: 'center', gap: 2 }}>
        {picture && <Box component="img" src={picture} alt="" sx={PICTURE} />}
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>
    </Box>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const

const PICTURE = { width: 56, height: 56, objectFit: 'cover', borderRadius: 1, flexShrink: 0 } as const

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
  const report = useEffectEvent(() => onKnown?.(count !== 0))

  useEffect(() => {
    if (isKnown) report()
  }, [isKnown])
}
