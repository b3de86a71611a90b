import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { memo, type MouseEvent } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { type PendingReport, REPORT_REASON_TEXTS, type ReportDecision } from '@contract/reports'
import { dayOfInstantInWords } from '@contract/shown-days'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { CARD, PAGE_LINK } from '../PendingCard'
import type { ItemFocus } from '../keyboard'

const LOAD_FAILED = 'Не удалось загрузить сообщения о страницах.'
const NOTHING_WAITS = 'Новых сообщений нет.'
const CARD_HEIGHT = 220

interface ReportListProps {
  /** Undefined until loaded. */
  reports: PendingReport[] | undefined
  isError: boolean
  onRetry: () => void
  focus: ItemFocus
  onDecide: (report: PendingReport, decision: ReportDecision) => void
}

/** The pending reports. The arrow keys move the focus, letter keys dismiss a report or close the page. */
export function ReportList({ reports, isError, onRetry, focus, onDecide }: ReportListProps) {
  if (!reports && isError) return <LoadFailed onRetry={onRetry}>{LOAD_FAILED}</LoadFailed>
  if (!reports) {
    return (
      <Loading>
        <Skeleton animation={false} variant="rounded" height={CARD_HEIGHT} />
      </Loading>
    )
  }
  if (reports.length === 0) return <Typography color="textSecondary">{NOTHING_WAITS}</Typography>

  return (
    <Box component="ul" sx={LIST}>
      {reports.map((report) => (
        <Box
          component="li"
          key={report.id}
          onFocus={() => focus.becomeActive(report.id)}
          onKeyDown={(event) =>
            focus.press(event, report.id, {
              onAgree: () => onDecide(report, 'dismiss'),
              onRefuse: () => onDecide(report, 'close'),
            })
          }
        >
          <ReportCard
            elementId={focus.elementId(report.id)}
            report={report}
            isActive={report.id === focus.activeId}
            onDecide={onDecide}
          />
        </Box>
      ))}
    </Box>
  )
}

const LIST = { display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' } as const

interface ReportCardProps {
  elementId: string
  report: PendingReport
  /** Whether the Tab key stops at this card. */
  isActive: boolean
  onDecide: (report: PendingReport, decision: ReportDecision) => void
}

/** A report of a page, and the decisions that a moderator can make. Memoized like `PendingCard`. */
const ReportCard = memo(function ReportCard({ elementId, report, isActive, onDecide }: ReportCardProps) {
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
