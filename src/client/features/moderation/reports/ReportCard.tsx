import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { memo, type MouseEvent } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { type PendingReport, REPORT_REASON_TEXTS, type ReportDecision } from '@contract/reports'
import { dayOfInstantInWords } from '@contract/shown-days'
import { CARD, PAGE_LINK } from '../card-style'

export interface ReportCardProps {
  elementId: string
  report: PendingReport
  /** Whether the Tab key stops at this card. */
  isActive: boolean
  onDecide: (report: PendingReport, decision: ReportDecision) => void
}

/** A report of a page, and the decisions that a moderator can make. Memoized like `PendingCard`. */
export const ReportCard = memo(function ReportCard({ elementId, report, isActive, onDecide }: ReportCardProps) {
  const { memorial_id, memorial_name, reason, text, email, created_at } = report
  const ids = { title: `${elementId}-title`, page: `${elementId}-page` }
  // Ignores the second click of a double click: by then the next report has moved up under the pointer.
  const press = (decision: ReportDecision) => (event: MouseEvent) => {
    if (event.detail < 2) onDecide(report, decision)
  }

  return (
    <Paper
      component="article"
      variant="outlined"
      id={elementId}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={`${ids.title} ${ids.page}`}
      sx={CARD}
    >
      <Typography id={ids.title} variant="h4" component="h3">
        {REPORT_REASON_TEXTS[reason]}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[email, dayOfInstantInWords(created_at)].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {'Страница: '}
        <Link id={ids.page} component={RouterLink} to={paths.memorial(memorial_id)} sx={PAGE_LINK}>
          {memorial_name}
        </Link>
      </Typography>
      {text && <Typography sx={TEXT}>{text}</Typography>}
      <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" aria-label={`Оставить страницу: ${memorial_name}`} onClick={press('dismiss')}>
          Оставить страницу
        </Button>
        <Button
          color="error"
          aria-label={`Закрыть страницу: ${memorial_name}`}
          onClick={press('close')}
          sx={{ px: { xs: 0, sm: 2.5 } }}
        >
          Закрыть страницу
        </Button>
      </Box>
    </Paper>
  )
})

const TEXT = { mt: 1.5, maxWidth: '68ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const
