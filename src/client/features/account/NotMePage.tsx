import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useNotMeMutation } from '@client/api/auth-api'
import { isNotFound } from '@client/api/errors'
import { LetterAction } from './LetterAction'

const TOO_LATE = {
  data: {
    detail:
      'Эта ссылка больше не действует: прошло больше трёх суток. Задайте новый пароль через «Забыли пароль?», а если что-то пропало, напишите нам.',
  },
}

/** For the recipient of a letter about a change that they did not make. */
export function NotMePage() {
  const [undo, { isLoading }] = useNotMeMutation()

  async function act(token: string): Promise<unknown> {
    const { error } = await undo({ token })
    return isNotFound(error) ? TOO_LATE : error
  }

  return (
    <LetterAction
      title="Это были не вы?"
      lead="Тогда мы выйдем из вашей учётной записи на всех устройствах и отменим то, что в ней сделали за последние трое суток: вернём удалённые и переданные страницы, отзовём приглашения, оставим прежний адрес и прежнего наследника. Если вы всё сделали сами, просто закройте эту страницу."
      label="Это не я"
      progressText="Возвращаем всё на место..."
      failed="Не получилось. Пожалуйста, попробуйте ещё раз."
      isBusy={isLoading}
      act={act}
      done={{
        title: 'Всё вернули на место',
        lead: 'Мы отправили вам письмо со ссылкой, по которой можно задать новый пароль. Сделайте это, пожалуйста, сейчас: прежний могут знать.',
        next: (
          <Button component={Link} to={paths.forgotPassword} replace variant="outlined" sx={{ mt: 3 }}>
            Письмо не пришло
          </Button>
        ),
      }}
    />
  )
}
