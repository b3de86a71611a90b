import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { CLOSED_BY_TEXTS } from '@contract/memorial-terms'
import { type ClosingReport, REPORT_REASON_TEXTS } from '@contract/reports'
import { dayOfInstantInWords } from '@contract/shown-days'
import { actionFailure } from '@client/api/errors'
import { useGetClosingReportsQuery, useReopenPageMutation } from '@client/api/moderation-api'
import { FOCUS_AREA, passFocusUp } from '@client/ui/focus'
import { ALERT_WITH_BUTTON, LoadFailed } from '@client/ui/Loading'
import { useToast } from '@client/ui/toasts'

const LOAD_FAILED = 'Не удалось узнать, почему страница закрыта.'

/**
 * On a page that is closed because of a report, for moderators: when, why, and a button that reopens it. Renders nothing on
 * other pages.
 */
export function ClosedByModerators({ memorialId }: { memorialId: number }) {
  const { data, isError, refetch } = useGetClosingReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const report = data?.result.find(({ memorial_id: id }) => id === memorialId)

  if (!data && isError) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  return (
    // Takes the focus when the page has been reopened, and passes it on when it is removed itself.
    <Box ref={passFocusUp} {...FOCUS_AREA}>
      {report && (
        <Alert
          severity="warning"
          variant="outlined"
          sx={{ ...ALERT_WITH_BUTTON, '@media print': { display: 'none' } }}
          action={<ReopenButton report={report} />}
        >
          <AlertTitle>{CLOSED_BY_TEXTS.moderators}</AlertTitle>
          {`Закрыта ${dayOfInstantInWords(report.closed_at)} · ${REPORT_REASON_TEXTS[report.reason]}`}
          <br />
          {`Причина: ${report.closed_reason}`}
        </Alert>
      )}
    </Box>
  )
}

const FAILED = 'Не удалось открыть страницу. Пожалуйста, попробуйте ещё раз.'

/** Reopens a page that is closed because of a report. Disappears together with the notice about it. */
export function ReopenButton({ report }: { report: ClosingReport }) {
  const { id, memorial_id: memorialId, memorial_name: name } = report
  const [reopen, { isLoading }] = useReopenPageMutation()
  const toast = useToast()

  async function open(): Promise<void> {
    if (isLoading) return
    const { error } = await reopen({ id, memorialId })
    if (error) toast.error(actionFailure(error, { fallback: FAILED }))
    else toast.success('Страница снова открыта')
  }

  return (
    <Button
      ref={passFocusUp}
      variant="outlined"
      aria-label={`Открыть снова: ${name}`}
      aria-disabled={isLoading}
      onClick={() => void open()}
    >
      {isLoading ? 'Открываем...' : 'Открыть снова'}
    </Button>
  )
}
