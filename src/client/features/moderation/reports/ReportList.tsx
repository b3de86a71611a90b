import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { PendingReport, ReportDecision } from '@contract/reports'
import { LoadFailed, Loading } from '@client/ui/Loading'
import type { ItemFocus } from '../use-item-focus'
import { ReportCard } from './ReportCard'

const LOAD_FAILED = 'Не удалось загрузить сообщения о страницах.'
const NOTHING_WAITS = 'Новых сообщений нет.'
const CARD_HEIGHT = 220

export interface ReportListProps {
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
