import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '@contract/paths'
import { PasswordField } from '@client/ui/form/PasswordField'

/** The field for the current password, and a link for those who forgot it. */
export function CurrentPassword({ email }: { email: string }) {
  return (
    <div>
      {/* Shows password managers to which account the password belongs. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
      <Box sx={{ mt: 0.5 }}>
        <Link component={RouterLink} to={paths.forgotPassword} sx={{ display: 'inline-block', py: 1 }}>
          Забыли пароль?
        </Link>
      </Box>
    </div>
  )
}
