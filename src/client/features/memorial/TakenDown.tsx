import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import { useSettings } from '@client/ui/settings'

/** For the owner of a page that was closed by whoever runs the site: why, and what to do. */
export function TakenDown({ reason }: { reason: string }) {
  const { supportEmail } = useSettings()
  return (
    <Alert severity="warning" variant="outlined" sx={{ '@media print': { display: 'none' } }}>
      <AlertTitle>Страница временно закрыта</AlertTitle>
      Сейчас её видят только те, кто её хранит, и модераторы. Причина: {reason}
      <br />
      Если вы не согласны или всё исправили, напишите нам:{' '}
      <Link href={`mailto:${supportEmail}`} color="inherit">
        {supportEmail}
      </Link>
    </Alert>
  )
}
