import Link from '@mui/material/Link'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { carryingEmail } from './carried-email'

/** Back to where a forgotten password is missed: to /login, or to the cabinet for those who are signed in. */
export function WayBack({ email }: { email?: string }) {
  const { status } = useAccount()
  const state: unknown = useLocation().state
  const isSignedIn = status === 'account'
  return (
    <div>
      <Link
        component={RouterLink}
        to={isSignedIn ? screens.profile : screens.login}
        state={email ? carryingEmail(state, email) : state}
        sx={{ display: 'inline-block', py: 1 }}
      >
        {isSignedIn ? 'Вернуться в личный кабинет' : 'Вернуться ко входу'}
      </Link>
    </div>
  )
}
