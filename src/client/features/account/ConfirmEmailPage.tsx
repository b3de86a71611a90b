import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useConfirmEmailMutation } from '@client/api/user-api'
import { useAccount } from '@client/store/use-account'
import { LetterAction } from './LetterAction'

/** Confirms the new e-mail of an account. */
export function ConfirmEmailPage() {
  const [confirm, { isLoading }] = useConfirmEmailMutation()
  const { status } = useAccount()
  const isSignedIn = status === 'account' || status === 'unreached'

  return (
    <LetterAction
      title="Новый адрес почты"
      lead="Подтвердите, что это ваш адрес. После этого вы будете входить с ним, и письма будут приходить на него."
      label="Подтвердить адрес"
      progressText="Подтверждаем..."
      failed="Не удалось подтвердить адрес. Пожалуйста, попробуйте ещё раз."
      isBusy={isLoading}
      act={async (token) => (await confirm({ token })).error}
      done={{
        title: 'Адрес подтверждён',
        lead: 'Спасибо. Теперь вы входите с этим адресом; пароль остался прежним.',
        next: (
          <Button
            component={Link}
            to={isSignedIn ? paths.profile : paths.login}
            replace
            variant="contained"
            sx={{ mt: 3 }}
          >
            {isSignedIn ? 'В личный кабинет' : 'Войти'}
          </Button>
        ),
      }}
    />
  )
}
