import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
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
import { OpenSessions } from './sessions/OpenSessions'

export interface ProfileScreenProps {
  /** The section with what waits for a decision. */
  moderation: ReactNode
}

/** The cabinet: who one is, what one keeps here, what opens it and where it is open. The routes let only accounts in. */
export function ProfileScreen({ moderation }: ProfileScreenProps) {
  const { user } = useAccount()
  const signOut = useSignOut()
  if (!user) return <Loading />

  return (
    <Page title="Личный кабинет" lead={`Здравствуйте. Вы вошли как ${user.email}.`}>
      <CabinetSection title="Мои мемориалы">
        <NewMemorial maxMemorials={user.max_memorials} />
        <OwnMemorials />
      </CabinetSection>
      {moderation}
      <Box sx={SIDE_BY_SIDE}>
        <CabinetSection title="Дополнительные возможности">
          <Credits user={user} />
          <PromoCodeForm />
        </CabinetSection>
        <CabinetSection title="Пароль и PIN-код">
          <AccessSettings user={user} />
        </CabinetSection>
      </Box>
      <OpenSessions />
      <Button variant="outlined" onClick={signOut} sx={{ mt: { xs: 5, md: 7 } }}>
        Выйти
      </Button>
    </Page>
  )
}

/** Two columns where there is room: a form needs no more width than that. */
const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: { md: 6, lg: 10 },
} as const
