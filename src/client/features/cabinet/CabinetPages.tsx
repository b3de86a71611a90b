import type { ReactNode } from 'react'
import Typography from '@mui/material/Typography'
import Link from '@mui/material/Link'
import { Link as RouterLink, Navigate, useLocation } from 'react-router-dom'
import { MY_MEMORIALS_PAGE_SIZE } from '@contract/limits'
import { paths, PIN_ANCHOR, PROTECTION_ANCHOR } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { Section } from '@client/ui/Page'
import { WaitingInvitations } from './invitations/WaitingInvitations'
import { NewMemorial, OwnMemorials } from './OwnMemorials'
import { TrashedMemorials } from './TrashedMemorials'
import { upcomingDays, UpcomingDay } from './CabinetDays'
import { useOwnMemorialsPage } from './use-own-memorials-page'

const SETTINGS_ANCHORS = [PIN_ANCHOR, PROTECTION_ANCHOR].map((anchor) => `#${anchor}`)

/** «Страницы», the first section of the cabinet: what is pending, the memorials, and the next day of remembrance. */
export function CabinetPages({ waiting }: { waiting: ReactNode }) {
  const { user } = useAccount()
  const { hash } = useLocation()
  // Links of letters from the time when the settings were here.
  if (SETTINGS_ANCHORS.includes(hash)) return <Navigate to={{ pathname: paths.settings, hash }} replace />
  if (!user) return null
  return (
    <>
      <WaitingInvitations />
      {waiting}
      <Section spacing="small" title="Мои мемориалы">
        <NewMemorial maxMemorials={user.max_memorials} />
        <NextDay />
        <OwnMemorials />
      </Section>
      <TrashedMemorials />
    </>
  )
}

/** The next day of an account whose memorials fit on one page of the list. */
function NextDay() {
  const { data } = useOwnMemorialsPage()
  if (!data || data.in_all.pages > MY_MEMORIALS_PAGE_SIZE) return null
  const [next] = upcomingDays(data.result)
  if (!next) return null
  return (
    <Typography sx={{ mb: 3, maxWidth: '60ch' }}>
      <UpcomingDay {...next} />
      <br />
      <Link component={RouterLink} to={paths.upcomingDays} sx={{ display: 'inline-block', py: 1 }}>
        Все дни
      </Link>
    </Typography>
  )
}
