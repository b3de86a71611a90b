import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Factor } from '@contract/factors'
import { useRemoveFactorMutation } from '@client/api/factor-api'
import { errorStatus, errorText, okOrNotFound } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { whenUsed } from '../sessions/when-used'

const KINDS: Record<Factor['kind'], string> = { passkey: 'Ключ доступа', code: 'Одноразовые коды' }
const FAILED = 'Не удалось удалить. Пожалуйста, попробуйте позже.'

/** One factor, and a button that removes it. */
export function FactorItem({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const [remove] = useRemoveFactorMutation()
  const { id, kind, name, created_at: created, last_used_at: used } = factor

  async function act(): Promise<ActionOutcome> {
    const { error } = await remove(id)
    if (okOrNotFound(error)) return { isDone: true, message: 'Способ входа удалён' }
    if (errorStatus(error) === 401) return { isDone: false }
    return { isDone: false, message: errorText(error, { fallback: FAILED }) }
  }

  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="h3">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {KINDS[kind]}. Подключён: {whenUsed(created)}.{' '}
          {used ? `Последний вход: ${whenUsed(used)}.` : 'Входа ещё не было.'}
        </Typography>
      </Box>
      <ConfirmButton
        label="Удалить"
        fullLabel={`Удалить: ${name}`}
        questions={[
          {
            title: 'Удалить этот способ входа?',
            text: isLast
              ? `«${name}» — последний дополнительный способ. Без него для входа хватит одного пароля, а коды восстановления перестанут действовать.`
              : `Войти с «${name}» больше не получится. Остальные способы останутся.`,
          },
        ]}
        action={act}
      />
    </Box>
  )
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5 } as const
