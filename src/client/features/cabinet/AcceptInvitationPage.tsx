import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useAcceptInvitationMutation, useGetWaitingInvitationsQuery } from '@client/api/invitations-api'
import { errorText } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import {
  ACCEPT_FAILED,
  ACCEPTING,
  DeclineInvitation,
  invitationTexts,
  untilWhen,
} from './invitations/WaitingInvitations'

const NO_TOKEN = 'В ссылке не хватает части. Откройте её из письма ещё раз.'

/**
 * The page that an invitation link opens. Only a press accepts it: scanners of letters follow links too. Only the invited
 * account sees whose page it is.
 */
export function AcceptInvitationPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { user } = useAccount()
  const [accept, { isLoading, error }] = useAcceptInvitationMutation()
  const navigate = useNavigate()
  const toast = useToast()
  const { data: waiting, isLoading: isAsking } = useGetWaitingInvitationsQuery()
  const invitation = waiting?.result.find(({ id }) => String(id) === params.get('id'))
  const texts = invitationTexts(params.get('role') === 'owner' ? 'owner' : 'keeper', invitation)

  async function press(): Promise<void> {
    if (isLoading) return
    const { data } = await accept({ token })
    if (!data) return
    toast.success(texts.thanks)
    await navigate(paths.memorial(data.memorial_id), { replace: true })
  }

  if (isAsking) return <Loading />
  return (
    <Page title={texts.title} lead={texts.lead} width="sm">
      {error || !token ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {token ? errorText(error, { fallback: ACCEPT_FAILED }) : NO_TOKEN}
        </Alert>
      ) : null}
      {invitation && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {typeset(untilWhen(invitation))}
        </Typography>
      )}
      {token && (
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button variant="contained" size="large" aria-disabled={isLoading} onClick={() => void press()}>
            {isLoading ? ACCEPTING : texts.button}
          </Button>
          {invitation && (
            <DeclineInvitation
              invitation={invitation}
              size="large"
              onDone={() => void navigate(paths.profile, { replace: true })}
            />
          )}
        </Box>
      )}
      <p>
        Вы вошли как {user?.email}.{' '}
        <Link component={RouterLink} to={paths.profile} sx={{ display: 'inline-block', py: 1 }}>
          В личный кабинет
        </Link>
      </p>
    </Page>
  )
}
