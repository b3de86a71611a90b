import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { User } from '@contract/user'
import { useAccount } from '@client/store/use-account'
import { useSignOut } from '@client/store/use-sign-out'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { Section } from '@client/ui/Section'
import { Credits } from './Credits'
import { NewMemorial } from './NewMemorial'
import { OwnMemorials } from './OwnMemorials'
import { PromoCodeForm } from './PromoCodeForm'
import { OpenSessions } from './sessions/OpenSessions'
import { PasswordSetting } from './PasswordSetting'
import { PinSetting } from './PinSetting'
import type { Disclosure } from './Setting'

export interface ProfileScreenProps {
  /** The section with the memories that wait for a decision. */
  moderation: ReactNode
}

/** The profile page: memorials, credits, password, PIN and open sessions. Only for users who are signed in. */
export function ProfileScreen({ moderation }: ProfileScreenProps) {
  const { user } = useAccount()
  const signOut = useSignOut()
  if (!user) return <Loading />

  return (
    <Page title="Личный кабинет" lead={`Здравствуйте. Вы вошли как ${user.email}.`}>
      <Section spacing="medium" title="Мои мемориалы">
        <NewMemorial maxMemorials={user.max_memorials} />
        <OwnMemorials />
      </Section>
      {moderation}
      <Box sx={SIDE_BY_SIDE}>
        <Section spacing="medium" title="Дополнительные возможности">
          <Credits user={user} />
          <PromoCodeForm />
        </Section>
        <Section spacing="medium" title="Пароль и PIN-код">
          <AccessSettings user={user} />
        </Section>
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

type SettingName = 'password' | 'pin'

/** Password and PIN. Only one form is open at a time: two would both ask for the current password. */
function AccessSettings({ user }: { user: User }) {
  const [openSetting, setOpenSetting] = useState<SettingName>()

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })

  return (
    <>
      <PasswordSetting email={user.email} {...disclosureOf('password')} />
      <PinSetting email={user.email} hasPin={user.has_pin} {...disclosureOf('pin')} />
    </>
  )
}
