import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { inSentence } from '@contract/names'
import { typeset } from '@contract/typeset'
import { useGetBurialQuery } from '@client/api/burial-api'
import { EditIcon } from '@client/ui/icons'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'
import { TARGET_SIZE } from '@client/ui/styles'
import type { ProposedPart } from './proposals/ProposalDialog'
import { QUIET } from './ShareButton'

/** The ids of the sections of a memorial, for links. */
export const SECTIONS = {
  biography: 'biography',
  candle: 'candle',
  road: 'road',
  stories: 'stories',
  words: 'words',
} as const

/** The part of the edit mode that changes the portrait. The other parts have the names of their sections. */
export const PORTRAIT_PART = 'portrait'

/** Below a page that a visitor has read. */
export function InvitationToWrite({ memorial }: { memorial: Memorial }) {
  const { accusative, about } = inSentence(memorial) ?? { accusative: 'этого человека', about: 'нём' }
  return (
    <Invitation>
      <a href={`#${SECTIONS.words}`}>{typeset(`Если вы знали ${accusative}, расскажите о ${about}`)}</a>
    </Invitation>
  )
}

const Invitation = styled('p')(({ theme }) => ({
  margin: 0,
  textAlign: 'center',
  textWrap: 'balance',
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '1.25rem',
  lineHeight: 1.4,
  '& > a': {
    display: 'inline-block',
    padding: theme.spacing(1),
    color: theme.vars?.palette.primary.main,
    textUnderlineOffset: '0.25em',
    textDecorationColor: theme.vars?.palette.divider,
  },
  '@media print': { display: 'none' },
}))

export interface ProposeButtonProps {
  memorialId: number
  part: ProposedPart
  /** In the accusative: «биографию». */
  about: string
  /** In a line, where there are many: the pencil alone. */
  isBrief?: boolean
}

const FORM_MISSING = missingDialog('Не удалось открыть форму. Нажмите ещё раз или обновите страницу.')

const ProposalDialog = lazyChunk(async () => (await import('./proposals/ProposalDialog')).ProposalDialog, {
  Missing: FORM_MISSING,
})

/** Next to a fact or text, for readers who are not its keepers: they say what is right, or what they know. */
export function ProposeButton({ memorialId, part, about, isBrief = false }: ProposeButtonProps) {
  const { isOpen, wasOpened, open, close } = useOnceOpened()
  const press = {
    'data-needs-script': true,
    'aria-haspopup': 'dialog',
    'aria-label': `Уточнить ${about}`,
    onPointerEnter: () => void ProposalDialog.preload(),
    onClick: open,
  } as const
  return (
    <>
      {isBrief ? (
        <IconButton {...press} title="Уточнить" color="inherit" sx={IN_LINE}>
          <EditIcon />
        </IconButton>
      ) : (
        <Button {...press} size="small" color="inherit" startIcon={<EditIcon />} sx={QUIET}>
          Уточнить
        </Button>
      )}
      {wasOpened && <ProposalDialog memorialId={memorialId} part={part} isOpen={isOpen} onClose={close} />}
    </>
  )
}

/** As large as a finger needs, without moving the lines around it. */
const IN_LINE = {
  ...QUIET,
  width: TARGET_SIZE,
  height: TARGET_SIZE,
  my: -2,
  ml: -1,
  fontSize: '1rem',
  'html[data-letters] &': { ml: 0 },
} as const

const ReportDialog = lazyChunk(async () => (await import('./report/ReportDialog')).ReportDialog, {
  Missing: FORM_MISSING,
})

/** At the end of a page, for readers who are not its keepers: reports a problem with the page to the moderators. */
export function ReportButton({ memorialId }: { memorialId: number }) {
  const { isOpen, wasOpened, open, close } = useOnceOpened()
  return (
    <Box sx={{ mt: 3, '@media print': { display: 'none' } }}>
      <Button size="small" color="inherit" aria-haspopup="dialog" onClick={open} sx={{ color: 'text.secondary' }}>
        Сообщить о странице
      </Button>
      {wasOpened && <ReportDialog memorialId={memorialId} isOpen={isOpen} onClose={close} />}
    </Box>
  )
}

/** A dialog that is mounted when it is first opened, and then stays. */
function useOnceOpened() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  function open(): void {
    setOpened(true)
    setOpen(true)
  }

  return { isOpen, wasOpened, open, close: () => setOpen(false) }
}

/** On phones, at the bottom of the window: what a visitor came to do. */
export function VisitorBar({ memorialId }: { memorialId: number }) {
  const { data: burial } = useGetBurialQuery(memorialId)
  return (
    <Bar aria-label="На этой странице" data-over-foot data-bar>
      <a href={`#${SECTIONS.candle}`}>Свеча</a>
      <a href={`#${SECTIONS.words}`}>Слова</a>
      {burial && <a href={`#${SECTIONS.road}`}>Дорога</a>}
    </Bar>
  )
}

const Bar = styled('nav')(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.down('sm')]: {
    position: 'fixed',
    insetInline: 0,
    insetBlockEnd: 0,
    zIndex: theme.zIndex.appBar,
    display: 'flex',
    justifyContent: 'center',
    paddingBlockEnd: 'env(safe-area-inset-bottom)',
    borderBlockStart: `1px solid ${String(theme.vars?.palette.divider)}`,
    backgroundColor: theme.vars?.palette.background.paper,
    '& > a': {
      ...theme.typography.button,
      flex: 1,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      minHeight: TARGET_SIZE + 4,
      color: theme.vars?.palette.primary.main,
      textDecoration: 'none',
      '&:focus-visible': { outlineOffset: -3 },
      'html[data-letters] &': { fontSize: 'min(1.0625rem, 5.5vw)' },
    },
    // The keyboard of a phone leaves no room for both. A press that ends typing is over before the bar is back: it
    // would lie over what is pressed.
    transition: 'visibility 0s 400ms',
    'body:has(input:focus, textarea:focus) &': { visibility: 'hidden', transition: 'none' },
  },
  '@media print': { display: 'none !important' },
}))
