import Button from '@mui/material/Button'
import type { ClosingReport } from '@contract/reports'
import { errorText } from '@client/api/errors'
import { useReopenPageMutation } from '@client/api/moderation-api'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

const FAILED = 'Не удалось открыть страницу. Пожалуйста, попробуйте ещё раз.'

/** Reopens a page that is closed because of a report. Disappears together with the notice about it. */
export function ReopenButton({ report }: { report: ClosingReport }) {
  const { id, memorial_id: memorialId, memorial_name: name } = report
  const [reopen, { isLoading }] = useReopenPageMutation()
  const toast = useToast()

  async function open(): Promise<void> {
    if (isLoading) return
    const { error } = await reopen({ id, memorialId })
    if (error) toast.error(errorText(error, { fallback: FAILED }))
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
