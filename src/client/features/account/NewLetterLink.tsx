import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'

/** For those whose link does not serve. */
export function NewLetterLink() {
  return (
    <Button
      component={Link}
      to={screens.forgotPassword}
      variant="outlined"
      size="large"
      sx={{ alignSelf: 'flex-start' }}
    >
      Запросить новое письмо
    </Button>
  )
}
