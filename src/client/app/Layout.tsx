import Box from '@mui/material/Box'
import { useRef } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { useAppSelector } from '@client/store/hooks'
import { hydratedApart } from '@client/ui/hydrated-apart'
import { CachedFragment } from '@client/ui/cached-fragment'
import { ShownPathProvider } from '@client/ui/shown-path'
import { Footer } from './Footer'
import { Header } from './Header'
import { OfflineStrip } from './OfflineStrip'
import { SkipLink } from './SkipLink'
import { StepUp } from './StepUp'
import { useSignOutRedirect } from './sign-out-redirect'
import { useExpiredSession } from './use-expired-session'
import { useFocusOnNewPage } from './use-focus-on-new-page'
import { useNotices } from './use-notices'
import { useServerHeadRemoved } from './use-server-head-removed'

const MAIN_ID = 'main'

/** The shell around every page. A new page starts at its top; Back restores the scroll position. */
export function Layout() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const endsElsewhere = useAppSelector(({ session }) => session.endsElsewhere)
  useFocusOnNewPage(main)
  // First: when a session ends this clears earlier notices, and those of the hooks below stay.
  useNotices()
  useExpiredSession()
  useSignOutRedirect()
  useServerHeadRemoved()

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
      <SkipLink targetId={MAIN_ID} />
      <CachedFragment name="header" deps={pathname}>
        <Header />
      </CachedFragment>
      <OfflineStrip />
      <Box component="main" id={MAIN_ID} ref={main} tabIndex={-1} sx={{ flexGrow: 1, outline: 'none !important' }}>
        {/* Remounts the page, so that nothing typed or opened by the former account stays. */}
        <ShownPathProvider key={endsElsewhere}>
          <Screen />
        </ShownPathProvider>
      </Box>
      <FooterPart />
      <StepUp />
      <ScrollRestoration getKey={placeInHistory} />
    </Box>
  )
}

const Screen = hydratedApart(Outlet)

const FooterPart = hydratedApart(() => (
  <CachedFragment name="footer">
    <Footer />
  </CachedFragment>
))

/** The first entry of every visit has the same key; with the path, another page in the same tab does not start scrolled. */
function placeInHistory({ pathname, key }: Location): string {
  return `${pathname} ${key}`
}
