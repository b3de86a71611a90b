import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { typeset } from '@contract/typeset'
import { useEndCalendarUrlMutation, useShowCalendarUrlMutation } from '@client/api/own-downloads-api'
import { actionFailure } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA, focusInPlace } from '@client/ui/focus'
import { LABEL, labelId } from '@client/ui/form/FieldFrame'
import { Section } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'

const PURPOSE =
  'Дни рождения, дни памяти, девятый и сороковой день всех ваших страниц могут стоять в календаре телефона или компьютера и сами обновляться. Для этого календарю нужен адрес.'
const SECRET =
  'Этот адрес — тайна: кто его знает, видит имена и даты всех ваших страниц, закрытых тоже. Если он попал к чужим, отключите его и получите новый. Смена пароля тоже отключает его.'
const SHOW_FAILED = 'Не удалось получить адрес. Пожалуйста, попробуйте ещё раз.'
const END_FAILED = 'Не удалось отключить адрес. Пожалуйста, попробуйте ещё раз.'

/** The secret URL by which a calendar subscribes to the days of all own pages. */
export function CalendarSubscription() {
  const [address, setUrl] = useState<string>()
  const [showUrl, { isLoading }] = useShowCalendarUrlMutation()
  const toast = useToast()

  async function show(): Promise<void> {
    if (isLoading) return
    try {
      setUrl(await showUrl().unwrap())
    } catch (error) {
      toast.error(actionFailure(error, { fallback: SHOW_FAILED }))
    }
  }

  return (
    <Section spacing="medium" title="Памятные дни в календаре">
      <Box {...FOCUS_AREA}>
        <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
          {typeset(PURPOSE)}
        </Typography>
        {address ? (
          <Address address={address} onEnded={() => setUrl(undefined)} />
        ) : (
          <Button variant="outlined" aria-disabled={isLoading} onClick={() => void show()}>
            {isLoading ? 'Получаем адрес…' : 'Показать адрес календаря'}
          </Button>
        )}
      </Box>
    </Section>
  )
}

function Address({ address, onEnded }: { address: string; onEnded: () => void }) {
  const [endUrl] = useEndCalendarUrlMutation()
  const toast = useToast()
  const id = useId()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      toast.success('Адрес календаря скопирован')
    } catch {
      toast.error('Не удалось скопировать. Выделите адрес и скопируйте его сами.')
    }
  }

  async function end(): Promise<ActionOutcome> {
    const { error } = await endUrl()
    return error
      ? { isDone: false, message: actionFailure(error, { fallback: END_FAILED }) }
      : { isDone: true, message: 'Адрес календаря отключён' }
  }

  return (
    <>
      <Typography component="label" id={labelId(id)} htmlFor={id} sx={{ ...LABEL, display: 'block' }}>
        Адрес календаря
      </Typography>
      <OutlinedInput
        id={id}
        fullWidth
        readOnly
        inputRef={focusInPlace}
        value={address}
        sx={{ maxWidth: 760 }}
        onFocus={({ target }) => target.select()}
        inputProps={{ spellCheck: false }}
      />
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2, maxWidth: 760 }}>
        {typeset(SECRET)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => void copy()}>
          Скопировать
        </Button>
        <Button variant="outlined" component="a" href={address.replace(/^https?:/, 'webcal:')}>
          Открыть в календаре
        </Button>
        <ConfirmButton
          label="Отключить адрес"
          progressText="Отключаем..."
          questions={[
            {
              title: 'Отключить адрес календаря?',
              text: 'Календари, в которые он добавлен, перестанут обновляться. Новый адрес можно получить сразу.',
            },
          ]}
          action={end}
          onDone={onEnded}
        />
      </Box>
    </>
  )
}
