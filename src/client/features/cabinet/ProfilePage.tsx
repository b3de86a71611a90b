import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { Fragment, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths, PIN_ANCHOR } from '@contract/paths'
import { counted, GIGABYTES } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import type { User } from '@contract/user'
import { useDownload, useExportAllMutation } from '@client/api/export-api'
import { useAccount, useSignOut } from '@client/store/use-account'
import { Loading } from '@client/ui/Loading'
import { Page, Section } from '@client/ui/Page'
import { FileDownloadIcon } from '@client/ui/icons'
import { AccountSettings } from './AccountSettings'
import { CalendarSubscription } from './CalendarSubscription'
import { FactorSection } from './factors/FactorSection'
import { GivenConsents } from './GivenConsents'
import { WaitingInvitations } from './invitations/WaitingInvitations'
import { NewMemorial, OwnMemorials } from './OwnMemorials'
import { PromoCodeForm } from './PromoCodeForm'
import { OpenSessions } from './sessions/OpenSessions'
import { PasswordSetting } from './PasswordSetting'
import { PinSetting } from './PinSetting'
import type { Disclosure } from './Setting'
import { WordsLettersChoice } from './WordsLettersChoice'
import { TrashedMemorials } from './TrashedMemorials'

export interface ProfilePageProps {
  /** The section with the pending memories. */
  moderation: ReactNode
  /** Something is pending there, which is what people come for. */
  isModerationFirst: boolean
}

/** The profile page: memorials, credits, password, PIN, open sessions, consents and the account itself. Only for users who are signed in. */
export function ProfilePage({ moderation, isModerationFirst }: ProfilePageProps) {
  const { user } = useAccount()
  const signOut = useSignOut()
  const [passwordChanges, setPasswordChanges] = useState(0)
  if (!user) return <Loading />

  const waiting = <Fragment key="waiting">{moderation}</Fragment>
  const memorials = (
    <Fragment key="memorials">
      <Section spacing="medium" title="Мои мемориалы">
        <NewMemorial maxMemorials={user.max_memorials} />
        <OwnMemorials />
      </Section>
      <TrashedMemorials />
    </Fragment>
  )
  return (
    <Page title="Личный кабинет" lead={`Здравствуйте. Вы вошли как ${user.email}.`}>
      <WaitingInvitations />
      {isModerationFirst ? [waiting, memorials] : [memorials, waiting]}
      <Box sx={SIDE_BY_SIDE}>
        <div>
          <Section spacing="medium" title="Дополнительные возможности">
            <Credits user={user} />
            <PromoCodeForm next={<AfterPromoCode />} />
          </Section>
          {/* A change of the password revokes the calendar URL that may be shown. */}
          <CalendarSubscription key={passwordChanges} />
          <WordsLettersChoice />
          <ExportAll />
          <GivenConsents />
        </div>
        <div>
          <Section spacing="medium" title="Пароль и PIN-код">
            <AccessSettings user={user} onPasswordChanged={() => setPasswordChanges((count) => count + 1)} />
          </Section>
          <FactorSection />
          <OpenSessions />
          <AccountSettings user={user} />
        </div>
      </Box>
      <Button variant="outlined" onClick={signOut} sx={{ mt: { xs: 5, md: 7 } }}>
        Выйти
      </Button>
    </Page>
  )
}

/** The benefits of a promo code apply to an existing page or a new one. */
function AfterPromoCode() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button component={Link} to={paths.myMemorials} variant="outlined">
        Открыть архив на моей странице
      </Button>
      <Button component={Link} to={paths.createMemorial} variant="outlined">
        Создать мемориал
      </Button>
    </Box>
  )
}

/** Two columns of about the same height on wide windows: the pages, and the account. A form needs no more width than that. */
const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: { md: 6, lg: 10 },
} as const

type SettingName = 'password' | 'pin'

/** Password and PIN. Only one form is open at a time: two would both ask for the current password. */
function AccessSettings({ user, onPasswordChanged }: { user: User; onPasswordChanged: () => void }) {
  const { hash, key } = useLocation()
  const [openSetting, setOpenSetting] = useState<SettingName>()
  const [visit, setVisit] = useState<string>()

  // A link leads here, also from the same page.
  if (visit !== key) {
    setVisit(key)
    if (hash === `#${PIN_ANCHOR}`) setOpenSetting('pin')
  }

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })

  return (
    <>
      <PasswordSetting email={user.email} onChanged={onPasswordChanged} {...disclosureOf('password')} />
      <PinSetting email={user.email} hasPin={user.has_pin} {...disclosureOf('pin')} />
    </>
  )
}

/** The credits that the account may still spend. */
function Credits({ user }: { user: Pick<User, 'advanced_memorials_left' | 'bonus_gb_left'> }) {
  return (
    <Facts>
      <div>
        <dt>Доступно продвинутых мемориалов</dt>
        <dd>{leftOrNone(user.advanced_memorials_left, String(user.advanced_memorials_left))}</dd>
      </div>
      <div>
        <dt>Дополнительное место для архивов</dt>
        <dd>{leftOrNone(user.bonus_gb_left, counted(user.bonus_gb_left, GIGABYTES))}</dd>
      </div>
    </Facts>
  )
}

function leftOrNone(count: number, words: string): string {
  return count > 0 ? words : 'нет'
}

const Facts = styled('dl')(({ theme }) => ({
  maxWidth: 640,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: theme.spacing(3),
    paddingBlock: theme.spacing(1.5),
    borderBlockEnd: '1px solid',
    borderColor: theme.vars?.palette.divider,
  },
  // On a phone the label takes two lines, and the number stays next to it.
  '& dt': { flex: '1 1 12rem', color: theme.vars?.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 500 },
}))

const PURPOSE =
  'Все страницы, которые вы храните, в одном архиве (ZIP): они открываются на компьютере и без интернета, с фотографиями, записями и словами памяти. В архиве есть и файл GEDCOM для программ, которые ведут семейное древо.'

/** Exports all pages of the account as an archive. */
function ExportAll() {
  const [exportAll, { isLoading }] = useExportAllMutation()
  const download = useDownload()

  return (
    <Section spacing="medium" title="Скачать все страницы">
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        {typeset(PURPOSE)}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<FileDownloadIcon />}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void download(() => exportAll())}
      >
        {isLoading ? 'Готовим…' : 'Скачать все страницы'}
      </Button>
    </Section>
  )
}
