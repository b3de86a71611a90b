import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useIsOnline } from '@client/ui/use-is-online'

/** Shown offline: links to what can be read without a connection. */
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

/** Centred in the window; with large letters on a narrow screen the button wraps. */
const IN_ONE_LINE = {
  alignItems: 'center',
  justifyContent: 'center',
  flexWrap: 'wrap',
  '& .MuiAlert-icon, & .MuiAlert-message': { py: 0.5 },
  // Next to the icon even with large letters, where other notices wrap.
  '&& .MuiAlert-message': { flexBasis: 'auto', overflowWrap: 'normal' },
  '& .MuiAlert-action': { alignItems: 'center', mx: 0, py: 0, pl: { xs: 0, sm: 2 } },
  '@media print': { display: 'none' },
} as const
