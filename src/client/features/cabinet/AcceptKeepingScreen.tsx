import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useAcceptInvitationMutation } from '@client/api/keepers-api'
import { errorText } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'

const TO_KEEP = {
  title: 'Приглашение хранить страницу',
  lead: 'Вас просят хранить страницу памяти. Приняв приглашение, вы сможете читать её и дополнять вместе с близкими.',
  button: 'Принять приглашение',
  thanks: 'Спасибо. Теперь вы храните эту страницу.',
}
const TO_OWN = {
  title: 'Вам передают страницу памяти',
  lead: 'Приняв страницу, вы станете её владельцем: она займёт одно ваше место для мемориала и перейдёт к вам со всем, что на ней есть. Если её никто не примет до срока из письма, предложение закончится.',
  button: 'Принять страницу',
  thanks: 'Спасибо. Теперь вы владелец этой страницы.',
}
const FAILED = 'Не удалось принять приглашение. Пожалуйста, попробуйте ещё раз.'
const NO_TOKEN = 'В ссылке не хватает части. Откройте её из письма ещё раз.'

/**
 * The screen that the link of an invitation opens. It is accepted by a press alone: programs that check letters follow links
 * too.
 */
export function AcceptKeepingScreen() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const texts = params.get('role') === 'owner' ? TO_OWN : TO_KEEP
  const { user } = useAccount()
  const [accept, { isLoading, error }] = useAcceptInvitationMutation()
  const navigate = useNavigate()
  const toast = useToast()

  async function press(): Promise<void> {
    if (isLoading) return
    const { data } = await accept({ token })
    if (!data) return
    toast.success(texts.thanks)
    await navigate(screens.memorial(data.memorial_id), { replace: true })
  }

  return (
    <Page title={texts.title} lead={texts.lead} width="sm">
      {error || !token ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {token ? errorText(error, { fallback: FAILED }) : NO_TOKEN}
        </Alert>
      ) : null}
      {token && (
        <Button variant="contained" size="large" aria-disabled={isLoading} sx={{ mt: 3 }} onClick={() => void press()}>
          {isLoading ? 'Принимаем...' : texts.button}
        </Button>
      )}
      <p>
        Вы вошли как {user?.email}.{' '}
        <Link component={RouterLink} to={screens.profile} sx={{ display: 'inline-block', py: 1 }}>
          В личный кабинет
        </Link>
      </p>
    </Page>
  )
}
