import Alert from '@mui/material/Alert'
import { selectAccountToken } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'

/** Says why whoever has a token stays at the door: the server has not told yet whose it is. It is asked again by itself. */
export function ProfileAwaited() {
  const { status } = useAccount()
  const hasToken = useAppSelector(selectAccountToken) !== undefined

  if (!hasToken || status !== 'guest') return null
  return (
    <Alert role="status" severity="info" variant="outlined" sx={{ mt: 3 }}>
      Сервер сейчас не отвечает. Мы попробуем снова через несколько секунд, и страница откроется сама.
    </Alert>
  )
}
