import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useState } from 'react'
import { FOCUS_AREA } from './focus'
import { LoadFailed } from './LoadFailed'
import { Section } from './Section'
import { type OnKnown, useReportPendingCount } from './use-waiting-first'

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
