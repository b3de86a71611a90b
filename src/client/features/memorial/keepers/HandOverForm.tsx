import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type HandOver, handOverSchema } from '@contract/keepers'
import { typeset } from '@contract/typeset'
import { useHandOverMutation } from '@client/api/keepers-api'
import { errorStatus, formFailure } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { useReturnedFocus } from '@client/ui/focus'
import { PasswordField } from '@client/ui/form/PasswordField'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'

const WRONG_PASSWORD_STATUS = 400
const NOT_SENT = 'Предложение не отправлено. Пожалуйста, попробуйте ещё раз.'
const WHAT_FOLLOWS =
  'Страница перейдёт к этому человеку со всем, что на ней есть, когда он примет предложение из письма. Вы останетесь её хранителем. Для страницы ему понадобится свободное место. Вашего адреса в письме не будет, так что предупредите человека.'

/** Offers the page to another owner. Collapsed at first, because it is used once in twenty years. */
export function HandOverForm({ memorialId }: { memorialId: number }) {
  const [isOpen, setOpen] = useState(false)
  const button = useReturnedFocus(isOpen)

  if (isOpen) return <OpenForm memorialId={memorialId} onClose={() => setOpen(false)} />
  return (
    <Button ref={button} variant="outlined" onClick={() => setOpen(true)} sx={{ mt: 3 }}>
      Передать страницу другому человеку
    </Button>
  )
}

function OpenForm({ memorialId, onClose }: { memorialId: number; onClose: () => void }) {
  const { user } = useAccount()
  const [handOver] = useHandOverMutation()
  const toast = useToast()

  async function offer(values: HandOver): Promise<FormFailure | undefined> {
    const { error } = await handOver({ memorialId, ...values })
    if (error) {
      const failure = formFailure(error, { fallback: NOT_SENT })
      const isPassword = errorStatus(error) === WRONG_PASSWORD_STATUS
      return isPassword ? { ...failure, fields: { current_password: failure.message } } : failure
    }
    toast.success(`Предложение отправлено: ${values.email}`)
    onClose()
    return undefined
  }

  return (
    <Box ref={focusFirstField} sx={{ mt: 4 }}>
      <Typography variant="h3">Передать страницу</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
        {typeset(WHAT_FOLLOWS)}
      </Typography>
      <Form initialValues={{ email: '', current_password: '' }} schema={handOverSchema} onSubmit={offer}>
        <FormStack>
          <TextField name="email" label="E-mail нового владельца" type="email" required autoCapitalize="none" />
          {/* Shows password managers to which account the password belongs. */}
          <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
          <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
            <SubmitButton progressText="Отправляем...">Предложить страницу</SubmitButton>
            <CancelButton onCancel={onClose} />
          </Box>
        </FormStack>
      </Form>
    </Box>
  )
}
