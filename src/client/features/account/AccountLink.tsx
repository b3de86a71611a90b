import Link from '@mui/material/Link'
import { useFormikContext } from 'formik'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { carryingEmail } from './carried-email'

export interface AccountLinkProps {
  to: string
  children: string
}

/** From one form of the account to another: the e-mail typed so far goes along, and where one came from. */
export function AccountLink({ to, children }: AccountLinkProps) {
  const { values } = useFormikContext<{ email: string }>()
  const state: unknown = useLocation().state
  return (
    <Link component={RouterLink} to={to} state={carryingEmail(state, values.email || undefined)} sx={LINK}>
      {children}
    </Link>
  )
}

/** As high as a finger, on the line of its text. */
const LINK = { display: 'inline-block', py: 1 } as const
