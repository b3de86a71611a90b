import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router-dom'
import { useState } from 'react'
import { paths } from '@contract/paths'
import { isNotFound } from '@client/api/errors'
import { useReturnMemorialMutation } from '@client/api/trash-api'
import { useReturnToAccountMutation } from '@client/api/user-api'
import { LetterAction } from './LetterAction'

/** Restores an account that its holder has deleted, or a page that was destroyed: opened by the link of a letter. */
export function ReturnPage() {
  const [params] = useSearchParams()
  // The URL loses its parameters once the link is used.
  const [isPage] = useState(params.get('what') === 'page')

  return isPage ? <ReturnToMemorial /> : <ReturnToAccount />
}

/** Restores an account that its holder has deleted. */
function ReturnToAccount() {
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

const TOO_LATE = {
  data: {
    detail: 'Эта ссылка больше не действует: прошло больше трёх суток, или страницу потом удалили ещё раз.',
  },
}

/** Restores a page that its owner destroyed. */
function ReturnToMemorial() {
  const [comeBack, { isLoading }] = useReturnMemorialMutation()
  const [id, setId] = useState<number>()

  async function act(token: string): Promise<unknown> {
    const { data, error } = await comeBack({ token })
    setId(data?.id)
    return isNotFound(error) ? TOO_LATE : error
  }

  return (
    <LetterAction
      title="Вернуть страницу"
      lead="Страницу удалили навсегда, но пока ничего не уничтожено. Если её нужно сохранить, она вернётся на своё место со всем, что на ней было: с фотографиями, записями и словами памяти."
      label="Вернуть страницу"
      progressText="Возвращаем..."
      failed="Не удалось вернуть страницу. Пожалуйста, попробуйте ещё раз."
      isBusy={isLoading}
      act={act}
      done={{
        title: 'Страница на месте',
        lead: 'Её снова видят те же люди, что и раньше. Владелец и хранители у неё прежние.',
        next: id !== undefined && (
          <Button component={Link} to={paths.memorial(id)} replace variant="contained" sx={{ mt: 3 }}>
            Открыть страницу
          </Button>
        ),
      }}
    />
  )
}
