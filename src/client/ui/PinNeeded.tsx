import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { PIN_ANCHOR, paths } from '@contract/paths'
import { ALERT_WITH_BUTTON } from './Loading'

/** Informs the owner of a closed page without a PIN that no one else can open it, and links to where a PIN is set. */
export function PinNeeded({ children }: { children: string }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button component={Link} to={{ pathname: paths.settings, hash: PIN_ANCHOR }} color="inherit">
          Установить PIN-код
        </Button>
      }
      sx={ALERT}
    >
      {children}
    </Alert>
  )
}

const ALERT = { ...ALERT_WITH_BUTTON, '@media print': { display: 'none' } } as const
