import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useFinishFactorRecoveryMutation } from '@client/api/factor-api'
import { LetterAction } from './LetterAction'

/** Recovers an account whose second factors are lost: opened by the link of a letter, after three days. */
export function FactorRecoveryPage() {
  const [finish, { isLoading }] = useFinishFactorRecoveryMutation()

  return (
    <LetterAction
      title="Вернуть доступ"
      lead="Все дополнительные способы входа отключатся, а кабинет закроется на всех устройствах. После этого вы войдёте с одним паролем."
      label="Вернуть доступ"
      progressText="Возвращаем..."
      failed="Ссылка устарела или больше не действует. Войдите с паролем и попросите о новой."
      isBusy={isLoading}
      act={async (token) => (await finish({ token })).error}
      done={{
        title: 'Доступ возвращён',
        lead: 'Войдите с паролем. Потом подключите в личном кабинете новый ключ доступа или одноразовые коды.',
        next: (
          <Button component={Link} to={paths.login} replace variant="contained" sx={{ mt: 3 }}>
            Войти
          </Button>
        ),
      }}
    />
  )
}
