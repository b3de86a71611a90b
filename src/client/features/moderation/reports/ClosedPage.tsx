import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { PendingReport } from '@contract/reports'
import { errorText } from '@client/api/errors'
import { useReopenPageMutation } from '@client/api/report-api'
import { focusInPlace, passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

const FAILED = 'Не удалось открыть страницу. Пожалуйста, попробуйте ещё раз.'

/** After the decision to close a page: it can be opened again. */
export function ClosedPage({
  report: { id, memorial_id: memorialId, memorial_name: name },
}: {
  report: PendingReport
}) {
  const [reopen, { isLoading }] = useReopenPageMutation()
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()

  async function open(): Promise<void> {
    if (isLoading) return
    const { error } = await reopen({ id, memorialId })
    if (error) toast.error(errorText(error, { fallback: FAILED }))
    else setOpen(true)
  }

  if (isOpen) return <Typography role="status">Страница снова открыта</Typography>
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Typography ref={focusInPlace} tabIndex={-1} sx={{ outline: 'none !important' }}>
        Страница закрыта
      </Typography>
      <Button
        ref={passFocusUp}
        variant="outlined"
        size="small"
        aria-label={`Открыть снова: ${name}`}
        aria-disabled={isLoading}
        onClick={() => void open()}
      >
        {isLoading ? 'Открываем...' : 'Открыть снова'}
      </Button>
    </Box>
  )
}
