import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useIsOnline } from '@client/ui/use-is-online'

/** Without a connection: what can be read all the same. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  const { pathname } = useLocation()
  const isThere = pathname === paths.savedMemorials
  if (isOnline) return null
  return (
    <Alert
      role="status"
      severity="info"
      square
      action={
        !isThere && (
          <Button component={Link} to={paths.savedMemorials} color="inherit" size="small">
            Сохранённые страницы
          </Button>
        )
      }
      sx={IN_ONE_LINE}
    >
      Нет связи
    </Alert>
  )
}

/** In the middle of the window; in large letters on a narrow screen the button goes beneath. */
const IN_ONE_LINE = {
  alignItems: 'center',
  justifyContent: 'center',
  flexWrap: 'wrap',
  '& .MuiAlert-icon, & .MuiAlert-message': { py: 0.5 },
  // Beside the icon in large letters too, where other notices have it beneath.
  '&& .MuiAlert-message': { flexBasis: 'auto', overflowWrap: 'normal' },
  '& .MuiAlert-action': { alignItems: 'center', mx: 0, py: 0, pl: { xs: 0, sm: 2 } },
  '@media print': { display: 'none' },
} as const
