import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { BirchLeaf, CloseIcon, MenuIcon, VisibilityIcon } from '@client/ui/icons'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { useSettings } from '@client/ui/settings'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { Navigation } from './Navigation'

const MENU_ID = 'site-menu'
const LOOK_ID = 'reading-look'

/** Loaded on first use. */
const AccessibilityPanel = lazyChunk(
  async () => (await import(/* webpackChunkName: "reading-look" */ './AccessibilityPanel')).AccessibilityPanel,
  { Missing: MissingLook },
)

/**
 * The site's name and the navigation. On small screens the navigation folds into «Меню», which closes when a link is
 * followed.
 */
export function Header() {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  const [isLookOpen, setLookOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const lookSwitch = useRef<HTMLButtonElement>(null)
  const isOpen = openedAt === key

  function closeLook(): void {
    setLookOpen(false)
    lookSwitch.current?.focus()
  }

  function closeOnEscape({ key: pressed }: KeyboardEvent): void {
    if (pressed !== 'Escape') return
    if (isLookOpen) closeLook()
    else if (isOpen) {
      setOpenedAt(undefined)
      toggle.current?.focus()
    }
  }

  return (
    <Box component="header" onKeyDown={closeOnEscape} sx={HEADER}>
      <Container maxWidth="lg" sx={LINE}>
        <Brand />
        {/* Grouped, so that with large letters they wrap together. */}
        <Box sx={SWITCHES}>
          <LookSwitch
            ref={lookSwitch}
            panelId={LOOK_ID}
            isOpen={isLookOpen}
            onToggle={() => setLookOpen((wasOpen) => !wasOpen)}
          />
          <Button
            ref={toggle}
            color="inherit"
            aria-expanded={isOpen}
            aria-controls={MENU_ID}
            startIcon={isOpen ? <CloseIcon /> : <MenuIcon />}
            data-needs-script
            onClick={() => setOpenedAt(isOpen ? undefined : key)}
            sx={MENU}
          >
            Меню
          </Button>
        </Box>
        <Navigation id={MENU_ID} isOpen={isOpen} />
      </Container>
      {isLookOpen && <AccessibilityPanel id={LOOK_ID} onClose={closeLook} />}
    </Box>
  )
}

function MissingLook({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const report = useEffectEvent(() => {
    toast.error('Не удалось открыть. Нажмите ещё раз или обновите страницу.')
    onClose()
  })
  useEffect(() => report(), [])
  return null
}

const MENU = {
  marginInlineEnd: -1.5,
  px: 1.5,
  display: { md: 'none' },
  '@media (max-width: 599.95px)': { 'html[data-letters] &&': { fontSize: 'min(1.0625rem, 5.5vw)' } },
  '@media print': { display: 'none' },
} as const

const SWITCHES = { display: 'flex', alignItems: 'center', marginInlineStart: 'auto' } as const

/** Large letters may need several lines. */
const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', minHeight: { xs: 64, md: 76 } } as const

const HEADER = {
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.default',
  '@media print': { display: 'none' },
} as const

/** The site's logo and name; links to the landing page. */
function Brand() {
  const { siteName } = useSettings()
  return (
    <HomeLink to={paths.landing}>
      <BirchLeaf />
      {siteName}
    </HomeLink>
  )
}

const HomeLink = styled(Link)(({ theme }) => ({
  ...theme.typography.h3,
  fontSize: '1.5rem',
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: TARGET_SIZE,
  color: theme.vars?.palette.primary.main,
  textDecoration: 'none',
  // With the largest letters, too, it stands next to the buttons.
  [theme.breakpoints.down('sm')]: { 'html[data-letters] &&': { fontSize: 'min(1.5rem, 6.5vw)' } },
}))

interface LookSwitchProps {
  ref: Ref<HTMLButtonElement>
  panelId: string
  isOpen: boolean
  onToggle: () => void
}

/** Opens the panel with letter sizes and contrasts. */
function LookSwitch({ ref, panelId, isOpen, onToggle }: LookSwitchProps) {
  return (
    <IconButton
      ref={ref}
      color="inherit"
      title={LABEL}
      aria-label={LABEL}
      aria-expanded={isOpen}
      aria-controls={panelId}
      data-needs-script
      onClick={onToggle}
      sx={{ '@media print': { display: 'none' } }}
    >
      <VisibilityIcon />
    </IconButton>
  )
}

const LABEL = 'Версия для слабовидящих'
