import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useNotMeMutation } from '@client/api/auth-api'
import { actionFailure, isNotFound } from '@client/api/errors'
import { useFinishFactorRecoveryMutation } from '@client/api/factor-api'
import { useReturnMemorialMutation } from '@client/api/trash-api'
import { useConfirmEmailMutation, useReturnToAccountMutation } from '@client/api/user-api'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { useNavigateUnlessLeft } from '@client/ui/navigation'

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

const RETURN_TOO_LATE = {
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
    return isNotFound(error) ? RETURN_TOO_LATE : error
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

const NO_TOKEN = 'В ссылке не хватает части. Откройте её из письма ещё раз.'

interface LetterActionProps {
  title: string
  lead: string
  label: string
  progressText: string
  failed?: string
  isBusy: boolean
  /** Performs the action of the link. Resolves to the error, if there is one. */
  act: (token: string) => Promise<unknown>
  /** Shown afterwards. */
  done: { title: string; lead: string; next: ReactNode }
}

/** The page that the link of a letter opens. Only a press performs the action: scanners of letters follow links too. */
function LetterAction({ title, lead, label, progressText, failed, isBusy, act, done }: LetterActionProps) {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { pathname } = useLocation()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const [error, setError] = useState<unknown>()
  const [isDone, setDone] = useState(false)

  async function press(): Promise<void> {
    if (isBusy) return
    const failure = await act(token)
    setError(failure)
    if (failure !== undefined) return
    setDone(true)
    // The token is used up: it must not stay in the URL or the history.
    await navigateUnlessLeft(pathname, { replace: true })
  }

  if (isDone) {
    return (
      <Page title={done.title} lead={done.lead} width="sm">
        {done.next}
      </Page>
    )
  }
  return (
    <Page title={title} lead={lead} width="sm">
      {error !== undefined || !token ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {token ? actionFailure(error, { fallback: failed }) : NO_TOKEN}
        </Alert>
      ) : null}
      {token && (
        <Button variant="contained" size="large" aria-disabled={isBusy} sx={{ mt: 3 }} onClick={() => void press()}>
          {isBusy ? progressText : label}
        </Button>
      )}
    </Page>
  )
}
