import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths, PIN_ANCHOR, PROTECTION_ANCHOR } from '@contract/paths'
import { counted, GIGABYTES } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import type { User } from '@contract/user'
import { useDownload, useExportAllMutation } from '@client/api/export-api'
import { useAccount, useSignOut } from '@client/store/use-account'
import { Section } from '@client/ui/Page'
import { FileDownloadIcon } from '@client/ui/icons'
import { ExpandMoreIcon } from '@client/ui/tool-icons'
import { AccountSettings } from './AccountSettings'
import { FactorSection } from './factors/FactorSection'
import { GivenConsents } from './GivenConsents'
import { PromoCodeForm } from './PromoCodeForm'
import { OpenSessions } from './sessions/OpenSessions'
import { PasswordSetting } from './PasswordSetting'
import { PinSetting } from './PinSetting'
import type { Disclosure } from './Setting'

/** The groups of settings, by the anchor of each. */
const GROUPS = {
  security: { title: 'Вход и защита', summary: 'Пароль, PIN-код, второй способ входа' },
  devices: { title: 'Устройства', summary: 'Где открыт ваш кабинет' },
  account: { title: 'Учётная запись', summary: 'Имя, почта, наследник, удаление' },
  extras: { title: 'Альбом, голос и видео', summary: 'Промокод и место для архивов' },
  data: { title: 'Согласия и копия страниц', summary: 'Что вы разрешили, и всё одним файлом' },
} as const
type Group = keyof typeof GROUPS

/** Anchors of single settings, and the group that holds each. */
const GROUP_OF_ANCHOR: Record<string, Group> = { [PIN_ANCHOR]: 'security', [PROTECTION_ANCHOR]: 'security' }

/** «Настройки» of the cabinet, in groups of which one is open, named by the URL's anchor. */
export function CabinetSettings() {
  const { user } = useAccount()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const openGroup = groupOf(hash.slice(1))
  if (!user) return null

  const settings: Record<Group, ReactNode> = {
    security: (
      <>
        <Section title="Пароль и PIN-код">
          <AccessSettings user={user} />
        </Section>
        <FactorSection />
      </>
    ),
    devices: <OpenSessions />,
    account: <AccountSettings user={user} />,
    extras: (
      <>
        <Credits user={user} />
        <PromoCodeForm next={<AfterPromoCode />} />
      </>
    ),
    data: (
      <>
        <ExportAll />
        <GivenConsents />
      </>
    ),
  }
  return (
    <Box sx={{ mt: { xs: 3, md: 5 }, maxWidth: 800 }}>
      {(Object.keys(GROUPS) as Group[]).map((group) => (
        <Accordion
          key={group}
          disableGutters
          elevation={0}
          expanded={group === openGroup}
          slotProps={{ heading: { component: 'h2' }, transition: { unmountOnExit: true } }}
          onChange={(_event, isOpen) =>
            void navigate({ hash: isOpen ? group : '' }, { replace: true, preventScrollReset: true })
          }
          sx={GROUP}
        >
          <AccordionSummary
            expandIcon={<ExpandMoreIcon />}
            aria-controls={`${group}-settings`}
            id={group}
            sx={{ px: 0 }}
          >
            <Box>
              <Typography component="span" variant="h3" sx={{ display: 'block' }}>
                {GROUPS[group].title}
              </Typography>
              <Typography component="span" color="textSecondary">
                {GROUPS[group].summary}
              </Typography>
            </Box>
          </AccordionSummary>
          <AccordionDetails id={`${group}-settings`} sx={{ px: 0, pb: 4, '& > section:first-of-type': { mt: 2 } }}>
            {settings[group]}
          </AccordionDetails>
        </Accordion>
      ))}
      <Button variant="outlined" onClick={signOut} sx={{ mt: 4 }}>
        Выйти
      </Button>
    </Box>
  )
}

function groupOf(anchor: string): Group | undefined {
  return Object.hasOwn(GROUPS, anchor) ? (anchor as Group) : GROUP_OF_ANCHOR[anchor]
}

const GROUP = {
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'transparent',
  '&::before': { display: 'none' },
} as const

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

type SettingName = 'password' | 'pin'

/** Password and PIN. Only one form is open at a time: two would both ask for the current password. */
function AccessSettings({ user }: { user: User }) {
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
      <PasswordSetting email={user.email} {...disclosureOf('password')} />
      <PinSetting email={user.email} hasPin={user.has_pin} {...disclosureOf('pin')} />
    </>
  )
}

/** The credits that the account may still spend. */
function Credits({ user }: { user: Pick<User, 'advanced_memorials_left' | 'bonus_gb_left'> }) {
  return (
    <Facts>
      <div>
        <dt>Страниц с альбомом и голосом</dt>
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
