import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useFormikContext } from 'formik'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useAccount } from '@client/store/use-account'
import { carryingEmail, returnLocation } from './return-location'

interface AccountLinkProps {
  to: string
  children: string
}

/** A link from one form of the account to another. It passes on the e-mail typed so far, and the page to return to. */
export function AccountLink({ to, children }: AccountLinkProps) {
  const { values } = useFormikContext<{ email: string }>()
  const state: unknown = useLocation().state
  return (
    <Link component={RouterLink} to={to} state={carryingEmail(state, values.email || undefined)} sx={LINK}>
      {children}
    </Link>
  )
}

/** Leads from the recovery of a password back to the login, or to the cabinet for those who are signed in. */
export function BackLink({ email }: { email?: string }) {
  const { status } = useAccount()
  const state: unknown = useLocation().state
  const isSignedIn = status === 'account' || status === 'unreached'
  return (
    <div>
      <Link
        component={RouterLink}
        to={isSignedIn ? paths.profile : paths.login}
        state={email ? carryingEmail(state, email) : state}
        sx={LINK}
      >
        {isSignedIn ? 'Вернуться в личный кабинет' : 'Вернуться ко входу'}
      </Link>
    </div>
  )
}

/** For visitors whose link from the letter does not work. */
export function NewLetterLink() {
  return (
    <Button
      component={RouterLink}
      to={paths.forgotPassword}
      variant="outlined"
      size="large"
      sx={{ alignSelf: 'flex-start' }}
    >
      Запросить новое письмо
    </Button>
  )
}

/** Tall enough to press, but aligned with its line of text. */
const LINK = { display: 'inline-block', py: 1 } as const

const NOTE =
  'Вас пригласили хранить страницу памяти. Войдите или зарегистрируйтесь с тем адресом, на который пришло приглашение. Если после этого оно не откроется само, оно будет ждать вас в личном кабинете.'

/**
 * For a visitor who opened an invitation link and has to sign in or register first: the confirmation letter opens another tab.
 */
export function InvitationNote() {
  const address = returnLocation(useLocation().state)
  if (typeof address !== 'string' || !address.startsWith(paths.acceptInvitation)) return null
  return (
    <Alert severity="info" variant="outlined" sx={{ mt: 3 }}>
      {typeset(NOTE)}
    </Alert>
  )
}
