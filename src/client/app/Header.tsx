import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { CloseIcon, MenuIcon, VisibilityIcon } from '@client/ui/icons'
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
            sx={{ marginInlineEnd: -1.5, px: 1.5, display: { md: 'none' }, '@media print': { display: 'none' } }}
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
}))

/** The site's logo, the same leaf as in public/icons/icon.svg, in the colours of the theme. */
function BirchLeaf() {
  return (
    <Mark viewBox="96 60 320 390" aria-hidden>
      <g transform="translate(212 376) rotate(18)">
        <path
          className="blade"
          d="M0 0Q75.6 -14.7 95.1 -42.3L83.1 -40.3Q112.9 -48 116.6 -75.7L104.6 -73.7Q124 -81.3 119.9 -109L107.9 -107Q121.2 -114.7 112.3 -142.3L100.3 -140.3Q109.7 -148 97.7 -175.7L85.7 -173.7Q92.7 -181.3 78.8 -209L66.8 -207Q72.3 -214.7 57.3 -242.3L45.3 -240.3Q49.9 -248 34.3 -275.7L22.3 -273.7Q15.3 -287.3 0 -316Q-15.3 -287.3 -22.3 -273.7L-34.3 -275.7Q-49.9 -248 -45.3 -240.3L-57.3 -242.3Q-72.3 -214.7 -66.8 -207L-78.8 -209Q-92.7 -181.3 -85.7 -173.7L-97.7 -175.7Q-109.7 -148 -100.3 -140.3L-112.3 -142.3Q-121.2 -114.7 -107.9 -107L-119.9 -109Q-124 -81.3 -104.6 -73.7L-116.6 -75.7Q-112.9 -48 -83.1 -40.3L-95.1 -42.3Q-75.6 -14.7 0 0z"
        />
        <path className="stalk" d="M0 62C2 40 1 20 0 0" />
        <path className="vein" d="M0 -2V-252" />
        <path
          className="vein"
          d="M0 -52L70 -98M0 -52L-70 -98M0 -108L74 -160M0 -108L-74 -160M0 -164L56 -210M0 -164L-56 -210"
        />
      </g>
    </Mark>
  )
}

const Mark = styled('svg')(({ theme }) => ({
  width: 29,
  height: 35,
  flexShrink: 0,
  fill: 'none',
  strokeLinecap: 'round',
  '.blade': { fill: theme.vars?.palette.primary.main },
  '.stalk': { stroke: theme.vars?.palette.primary.main, strokeWidth: 20 },
  '.vein': { stroke: theme.vars?.palette.background.default, strokeWidth: 10 },
}))

export interface LookSwitchProps {
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
