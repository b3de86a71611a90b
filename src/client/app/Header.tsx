import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CloseIcon, MenuIcon } from '@client/ui/icons'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { useToast } from '@client/ui/toasts'
import { Brand } from './Brand'
import { LookSwitch } from './LookSwitch'
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
  const tell = useEffectEvent(() => {
    toast.error('Не удалось открыть. Нажмите ещё раз или обновите страницу.')
    onClose()
  })
  useEffect(() => tell(), [])
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
