import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useAccount } from '@client/store/use-account'

/** The way to a new memorial, which for a guest begins with an account. */
export function CreateMemorialLink() {
  const { status } = useAccount()
  return (
    <Button
      component={Link}
      to={status === 'guest' ? screens.register : screens.createMemorial}
      variant="contained"
      size="large"
    >
      Создать мемориал
    </Button>
  )
}
