import MenuIcon from '@mui/icons-material/Menu'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Brand } from './Brand'
import { Navigation } from './Navigation'

const MENU_ID = 'site-menu'

/** The site's name and the ways to go. On small screens the ways fold into «Меню», which closes when one is taken. */
export function Header() {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = openedAt === key

  function closeOnEscape({ key: pressed }: KeyboardEvent): void {
    if (pressed !== 'Escape' || !isOpen) return
    setOpenedAt(undefined)
    toggle.current?.focus()
  }

  return (
    <Box component="header" onKeyDown={closeOnEscape} sx={HEADER}>
      <Container maxWidth="lg" sx={{ display: { md: 'flex' }, alignItems: 'center' }}>
        <Box
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: { xs: 64, md: 76 } }}
        >
          <Brand />
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
    </Box>
  )
}

const HEADER = {
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.default',
} as const
