import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { RecoveryCodes } from '@contract/factors'
import { CODES, counted } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { useMakeRecoveryCodesMutation } from '@client/api/factor-api'
import { errorText } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'

const NONE =
  'Кодов восстановления у вас пока нет. Сделайте их и сохраните: с ними вы войдёте, даже если телефон потеряется или сломается.'
const FAILED = 'Не удалось сделать коды. Пожалуйста, попробуйте позже.'

/** How many recovery codes are left, and a button that generates new ones. */
export function RecoveryCodesPart({ left, onMade }: { left: number; onMade: (codes: RecoveryCodes) => void }) {
  const [make] = useMakeRecoveryCodesMutation()

  async function act(): Promise<ActionOutcome> {
    const { data, error } = await make()
    if (!data) return { isDone: false, message: errorText(error, { fallback: FAILED }) }
    onMade(data)
    return { isDone: true }
  }

  return (
    <Box sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h3">Коды восстановления</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
        {typeset(
          left > 0 ? `Осталось: ${counted(left, CODES)}. Каждый подходит один раз, если телефона нет под рукой.` : NONE,
        )}
      </Typography>
      <ConfirmButton
        label={left > 0 ? 'Сделать новые коды' : 'Сделать коды'}
        progressText="Делаем..."
        isDestructive={false}
        questions={[
          {
            title: 'Сделать коды восстановления?',
            text: 'Мы покажем десять кодов один раз. Прежние, если они были, перестанут действовать.',
          },
        ]}
        action={act}
      />
    </Box>
  )
}
