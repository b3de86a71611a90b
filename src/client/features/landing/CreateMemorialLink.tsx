import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { useCreateMemorialAddress } from '@client/store/use-account'

export function CreateMemorialLink() {
  return (
    <Button component={Link} to={useCreateMemorialAddress()} variant="contained" size="large">
      Создать мемориал
    </Button>
  )
}
