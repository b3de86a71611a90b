import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { OwnMemorials } from './OwnMemorials'

/** The cabinet: who one is, and what one keeps here. */
export function ProfileScreen() {
  const { user } = useAccount()
  return (
    <Page title="Личный кабинет" lead={user && `Здравствуйте. Вы вошли как ${user.email}.`}>
      <Button component={Link} to={screens.createMemorial} variant="contained" size="large" sx={{ mt: 3 }}>
        Создать мемориал
      </Button>
      <Typography variant="h2" sx={{ mt: { xs: 5, md: 7 }, mb: 3 }}>
        Мои мемориалы
      </Typography>
      <OwnMemorials />
    </Page>
  )
}
