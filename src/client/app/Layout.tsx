import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link, type Location, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@contract/paths'
import { accountEnded, confirmationClosed, sessionExpired } from '@client/session/session-slice'
import { useActionListener, useAppDispatch, useAppSelector } from '@client/store/hooks'
import { notify } from '@client/store/listeners'
import { hydratedApart } from '@client/ui/hydrated-apart'
import { CachedFragment } from '@client/ui/cached-fragment'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'
import { ShownPathProvider } from '@client/ui/navigation'
import { useToast } from '@client/ui/toasts'
import { FORCED } from '@client/ui/unsaved-changes'
import { useIsOnline } from '@client/store/hooks'
import { Footer } from './Footer'
import { Header } from './Header'
import { useSignOutRedirect } from './sign-out-redirect'

const MAIN_ID = 'main'

/** The shell around every page. */
export function Layout() {
  const { pathname } = useLocation()
  const header = (
    <CachedFragment name="header" deps={pathname}>
      <Header />
    </CachedFragment>
  )
  return <Shell header={header} footer={<FooterPart />} />
}

interface ShellProps {
  header?: ReactNode
  footer?: ReactNode
}

/** What the shell does for every page. A new page starts at its top; Back restores the scroll position. */
export function Shell({ header, footer }: ShellProps) {
  const main = useRef<HTMLElement>(null)
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
      {header}
      <OfflineStrip />
      <Box component="main" id={MAIN_ID} ref={main} tabIndex={-1} sx={{ flexGrow: 1, outline: 'none !important' }}>
        {/* Remounts the page, so that nothing typed or opened by the former account stays. */}
        <ShownPathProvider key={endsElsewhere}>
          <PageOutlet />
        </ShownPathProvider>
      </Box>
      {footer}
      <StepUp />
      <ScrollRestoration getKey={placeInHistory} />
    </Box>
  )
}

const PageOutlet = hydratedApart(Outlet)

const OF_MEMORIAL = /^\/memorials\/\d+\/?$/

const FooterPart = hydratedApart(() => {
  const isShort = OF_MEMORIAL.test(useLocation().pathname)
  return (
    <CachedFragment name="footer" deps={isShort}>
      <Footer isShort={isShort} />
    </CachedFragment>
  )
})

/** The first entry of every visit has the same key; with the path, another page in the same tab does not start scrolled. */
function placeInHistory({ pathname, key }: Location): string {
  return `${pathname} ${key}`
}

/** Shown offline: links to what can be read without a connection. */
function OfflineStrip() {
  const isOnline = useIsOnline()
  const { pathname } = useLocation()
  const isThere = pathname === paths.savedMemorials
  if (isOnline) return null
  return (
    <Alert
      role="status"
      severity="info"
      square
      action={
        !isThere && (
          <Button component={Link} to={paths.savedMemorials} color="inherit" size="small">
            Сохранённые страницы
          </Button>
        )
      }
      sx={IN_ONE_LINE}
    >
      Нет связи
    </Alert>
  )
}

/** Centred in the window; with large letters on a narrow screen the button wraps. */
const IN_ONE_LINE = {
  alignItems: 'center',
  justifyContent: 'center',
  flexWrap: 'wrap',
  '& .MuiAlert-icon, & .MuiAlert-message': { py: 0.5 },
  // Next to the icon even with large letters, where other notices wrap.
  '&& .MuiAlert-message': { flexBasis: 'auto', overflowWrap: 'normal' },
  '& .MuiAlert-action': { alignItems: 'center', mx: 0, py: 0, pl: { xs: 0, sm: 2 } },
  '@media print': { display: 'none' },
} as const

const StepUpDialog = lazyChunk(async () => (await import('./StepUpDialog')).StepUpDialog, {
  Missing: missingDialog('Не удалось спросить пароль. Проверьте связь и попробуйте ещё раз.'),
})

/** Asks the account holder for confirmation, on any page, while a request waits for it. */
function StepUp() {
  const isAsked = useAppSelector(({ stepUp }) => stepUp.isAsked)
  const dispatch = useAppDispatch()

  if (!isAsked) return null
  return (
    <StepUpDialog
      onConfirmed={() => void dispatch(confirmationClosed({ isConfirmed: true }))}
      onClose={() => void dispatch(confirmationClosed({ isConfirmed: false }))}
    />
  )
}

const SESSION_EXPIRED = 'Ваша сессия истекла. Пожалуйста, войдите снова.'

/** No redirect from here: an expired token must not take a person away from the link in a recovery letter. */
const SIGN_IN_PAGES: string[] = [
  paths.login,
  paths.register,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.returnToAccount,
  paths.unsubscribe,
  paths.ownProposal,
  paths.notMe,
  paths.factorRecovery,
  paths.accountDeleted,
]

/** When the session expires, notifies the visitor and redirects to /login: once, and never from a sign-in page. */
function useExpiredSession(): void {
  const navigate = useNavigate()
  const toast = useToast()
  const location = useLocation()
  /** The current path, or the one of a pending redirect. */
  const destination = useRef<Pick<Location, 'pathname'>>(location)

  useEffect(() => {
    destination.current = location
  }, [location])

  useActionListener(sessionExpired.match, () => {
    const from = destination.current
    if (isSignInPage(from.pathname)) return
    destination.current = { pathname: paths.login }
    toast.info(SESSION_EXPIRED)
    void navigate(paths.login, { state: { from, ...FORCED } })
  })
}

function isSignInPage(pathname: string): boolean {
  return SIGN_IN_PAGES.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Moves the focus into a new page, so that Tab and a screen reader continue from there and not from the old link. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focusIsInside = main.current?.contains(document.activeElement)
    if (!focusIsInside) main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}

/** Shows the notices of listeners, on any page. The notices for an account disappear with it. */
export function useNotices(): void {
  const toast = useToast()
  useActionListener(accountEnded, () => toast.clear())
  useActionListener(notify.match, ({ payload: { variant, text } }) => toast[variant](text))
}

/**
 * The server renders a title for visitors without scripts, and metadata for search engines and messengers. From here on
 * pages set their own titles, and after navigation the metadata would describe the wrong page.
 */
function useServerHeadRemoved(): void {
  const { pathname } = useLocation()
  const described = useRef(pathname)

  useEffect(() => {
    remove('title[data-server]')
  }, [])

  useEffect(() => {
    if (described.current !== pathname) remove('head > [data-server]')
  }, [pathname])
}

function remove(selector: string): void {
  for (const element of document.querySelectorAll(selector)) element.remove()
}

/**
 * The first Tab stop: skips the header. It works as a link only until hydration: following a link adds a history entry,
 * without the state that a link or a guard passed to the page.
 */
export function SkipLink({ targetId }: { targetId: string }) {
  function skip(event: MouseEvent): void {
    event.preventDefault()
    const target = document.getElementById(targetId)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView()
  }

  return (
    <HiddenUntilFocused href={`#${targetId}`} onClick={skip}>
      Перейти к содержанию
    </HiddenUntilFocused>
  )
}

const HiddenUntilFocused = styled('a')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: theme.spacing(2),
  top: theme.spacing(1),
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1.5, 2.5),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.primary.main,
  color: theme.vars?.palette.primary.contrastText,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}))
