import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useSignOut } from '@client/store/use-account'
import { ExpandMoreIcon } from '@client/ui/tool-icons'
import { NavigationLink } from './NavigationLink'

/** The link to the cabinet, and next to it the account's actions that are available everywhere. */
export function AccountMenu({ email }: { email: string | undefined }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const signOut = useSignOut()
  const menuId = useId()
  const close = () => setAnchor(null)

  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', '& > a': { flexGrow: 1 } }}>
      <NavigationLink to={paths.profile}>Личный кабинет</NavigationLink>
      <IconButton
        color="inherit"
        aria-label="Меню учётной записи"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ExpandMoreIcon />
      </IconButton>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {email && (
          <Typography component="li" role="presentation" variant="caption" color="textSecondary" sx={EMAIL}>
            {email}
          </Typography>
        )}
        <MenuItem component={Link} to={paths.createMemorial} onClick={close}>
          Создать мемориал
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            signOut()
          }}
        >
          Выйти
        </MenuItem>
      </Menu>
    </Box>
  )
}

const EMAIL = { px: 2, py: 1, maxWidth: 280, overflowWrap: 'anywhere' } as const
