import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { screens } from '@contract/paths'
import { PasswordField } from '@client/ui/form/PasswordField'

/** The password that one has, and the way out for those who forgot it. */
export function CurrentPassword({ email }: { email: string }) {
  return (
    <div>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
      <Box sx={{ mt: 0.5 }}>
        <Link component={RouterLink} to={screens.forgotPassword} sx={{ display: 'inline-block', py: 1 }}>
          Забыли пароль?
        </Link>
      </Box>
    </div>
  )
}
