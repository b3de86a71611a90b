import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { isNotFound } from '@client/api/errors'
import { useReturnMemorialMutation } from '@client/api/trash-api'
import { LetterAction } from './LetterAction'

const TOO_LATE = {
  data: {
    detail: 'Эта ссылка больше не действует: прошло больше трёх суток, или страницу потом удалили ещё раз.',
  },
}

/** Restores a page that its owner destroyed. */
export function ReturnToMemorial() {
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
