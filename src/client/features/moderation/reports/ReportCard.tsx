import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { screens } from '@contract/paths'
import { type PendingReport, REPORT_REASON_TEXTS } from '@contract/reports'
import { dayOfInstantInWords } from '@contract/shown-days'
import { FOCUS_AREA } from '@client/ui/focus'
import { ClosedPage } from './ClosedPage'
import { ReportDecisions } from './ReportDecisions'

export interface ReportCardProps {
  report: PendingReport
  /** The page was closed for it. */
  onClosed: () => void
}

/** What somebody reports of a page, and what a moderator does about it. */
export function ReportCard({ report, onClosed }: ReportCardProps) {
  const [isClosed, setClosed] = useState(false)
  const titleId = useId()
  const { memorial_id, memorial_name, reason, text, email, created_at } = report

  return (
    <Paper component="article" variant="outlined" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={titleId} variant="h4" component="h3">
        {REPORT_REASON_TEXTS[reason]}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[email, dayOfInstantInWords(created_at)].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {'Страница: '}
        <Link component={RouterLink} to={screens.memorial(memorial_id)} sx={PAGE_LINK}>
          {memorial_name}
        </Link>
      </Typography>
      {text && <Typography sx={TEXT}>{text}</Typography>}
      <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, mt: 2 }}>
        {isClosed ? (
          <ClosedPage report={report} />
        ) : (
          <ReportDecisions
            report={report}
            onClosed={() => {
              setClosed(true)
              onClosed()
            }}
          />
        )}
      </Box>
    </Paper>
  )
}

const PAGE_LINK = { display: 'inline-block', py: 1.25, my: -1.25 } as const
const TEXT = { mt: 1.5, maxWidth: '68ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const
