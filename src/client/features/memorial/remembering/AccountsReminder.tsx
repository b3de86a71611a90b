import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { typeset } from '@contract/typeset'
import { actionFailure } from '@client/api/errors'
import { useGetReminderQuery, useSetReminderMutation } from '@client/api/remembering-api'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'

const FAILED = 'Не удалось сохранить. Пожалуйста, попробуйте ещё раз.'
const HINT = 'Напишем за неделю и за день до дня рождения и дня памяти.'

/** Whether the account gets letters before the days of a page, and the switch for it. */
export function AccountsReminder({ memorialId }: { memorialId: number }) {
  const { data: reminder } = useGetReminderQuery(memorialId)
  const [setReminder, { isLoading }] = useSetReminderMutation()
  const toast = useToast()
  const hintId = useId()
  if (!reminder) return null

  async function change(is_on: boolean): Promise<void> {
    // Two concurrent requests may arrive in either order.
    if (isLoading) return
    const { error } = await setReminder({ memorialId, is_on })
    if (error) toast.error(actionFailure(error, { fallback: FAILED }))
  }

  return (
    <Box sx={{ mt: 2, textAlign: 'center', '@media print': { display: 'none' } }}>
      <FormControlLabel
        label="Напоминать о днях памяти"
        sx={{ minHeight: TARGET_SIZE, mx: 0, gap: 1 }}
        control={
          <Switch
            checked={reminder.is_on}
            onChange={(_event, checked) => void change(checked)}
            slotProps={{ input: { role: 'switch', 'aria-describedby': hintId } }}
          />
        }
      />
      <Typography id={hintId} variant="body2" color="textSecondary">
        {typeset(HINT)}
      </Typography>
    </Box>
  )
}
