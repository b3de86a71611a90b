import Button from '@mui/material/Button'
import { useAccount } from '@client/store/use-account'
import { useSignOut } from '@client/store/use-sign-out'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { AccessSettings } from './AccessSettings'
import { CabinetSection } from './CabinetSection'
import { Credits } from './Credits'
import { NewMemorial } from './NewMemorial'
import { OwnMemorials } from './OwnMemorials'
import { PromoCodeForm } from './PromoCodeForm'

/** The cabinet: who one is, what one keeps here, and what opens it. The routes let only accounts in. */
export function ProfileScreen() {
  const { user } = useAccount()
  const signOut = useSignOut()
  if (!user) return <Loading />

  return (
    <Page title="Личный кабинет" lead={`Здравствуйте. Вы вошли как ${user.email}.`}>
      <CabinetSection title="Мои мемориалы">
        <NewMemorial maxMemorials={user.max_memorials} />
        <OwnMemorials />
      </CabinetSection>
      <CabinetSection title="Дополнительные возможности">
        <Credits user={user} />
        <PromoCodeForm />
      </CabinetSection>
      <CabinetSection title="Пароль и PIN-код">
        <AccessSettings user={user} />
      </CabinetSection>
      <CabinetSection title="Выход">
        <Button variant="outlined" onClick={signOut}>
          Выйти
        </Button>
      </CabinetSection>
    </Page>
  )
}
