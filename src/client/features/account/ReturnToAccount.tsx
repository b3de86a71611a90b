import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useReturnToAccountMutation } from '@client/api/user-api'
import { LetterAction } from './LetterAction'

/** Restores an account that its holder has deleted. */
export function ReturnToAccount() {
  const [comeBack, { isLoading }] = useReturnToAccountMutation()

  return (
    <LetterAction
      title="Вернуть аккаунт"
      lead="Вы удалили свой аккаунт, но пока ничего не уничтожено. Если вы передумали, всё станет как прежде, и страницы снова откроются."
      label="Вернуть аккаунт"
      progressText="Возвращаем..."
      failed="Не удалось вернуть аккаунт. Пожалуйста, попробуйте ещё раз."
      isBusy={isLoading}
      act={async (token) => (await comeBack({ token })).error}
      done={{
        title: 'Вы вернулись',
        lead: 'Аккаунт снова действует, и ваши страницы открыты тем же людям, что и раньше. Войдите с прежним паролем.',
        next: (
          <Button component={Link} to={paths.login} replace variant="contained" sx={{ mt: 3 }}>
            Войти
          </Button>
        ),
      }}
    />
  )
}
