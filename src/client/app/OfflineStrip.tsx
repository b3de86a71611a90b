import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useIsOnline } from '@client/ui/use-is-online'

/** Without a connection: what can be read all the same. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  const { pathname } = useLocation()
  const isThere = pathname === screens.keptMemorials
  if (isOnline) return null
  return (
    <Alert
      role="status"
      severity="info"
      square
      action={
        !isThere && (
          <Button component={Link} to={screens.keptMemorials} color="inherit" size="small">
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

const IN_ONE_LINE = {
  alignItems: 'center',
  justifyContent: 'center',
  '& .MuiAlert-icon, & .MuiAlert-message': { py: 0.5 },
  '& .MuiAlert-action': { alignItems: 'center', py: 0 },
  '@media print': { display: 'none' },
} as const
