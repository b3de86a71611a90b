import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { type ClosingReport, REPORT_REASON_TEXTS } from '@contract/reports'
import { dayOfInstantInWords } from '@contract/shown-days'
import { PAGE_LINK } from '../card-style'
import { ReopenButton } from './ReopenButton'

/** A page that is closed because of a report, the reason, and a button that reopens it. */
export function ClosedPage({ report }: { report: ClosingReport }) {
  const { memorial_id: memorialId, memorial_name: name, reason, closed_at, closed_reason } = report

  return (
    <Paper component="li" variant="outlined" sx={ROW}>
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={paths.memorial(memorialId)} sx={PAGE_LINK}>
          {name}
        </Link>
        <Typography variant="body2" color="textSecondary">
          {`Закрыта ${dayOfInstantInWords(closed_at)} · ${REPORT_REASON_TEXTS[reason]}`}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>{`Причина: ${closed_reason}`}</Typography>
      </Box>
      <ReopenButton report={report} />
    </Paper>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  p: { xs: 2, sm: 2.5 },
} as const
