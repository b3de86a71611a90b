import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useGetClosingReportsQuery } from '@client/api/report-api'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed } from '@client/ui/LoadFailed'
import { ClosedPage } from './ClosedPage'

const LOAD_FAILED = 'Не удалось загрузить список закрытых страниц.'

/** The pages that are closed because of a report, each with a button to reopen it. Renders nothing if there are none. */
export function ClosedPages() {
  const { data, isError, refetch } = useGetClosingReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const titleId = useId()

  if (!data && isError) {
    return (
      <Box sx={{ mt: 2 }}>
        <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
      </Box>
    )
  }
  return (
    // Stays when the last page has been reopened: it takes the focus then.
    <Box {...FOCUS_AREA}>
      {data && data.result.length > 0 && (
        <Box role="group" aria-labelledby={titleId}>
          <Typography id={titleId} variant="h4" component="h3" sx={{ mt: 4, mb: 1.5 }}>
            Закрытые страницы
          </Typography>
          <Box component="ul" sx={LIST}>
            {data.result.map((report) => (
              <ClosedPage key={report.id} report={report} />
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}

const LIST = { display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' } as const
