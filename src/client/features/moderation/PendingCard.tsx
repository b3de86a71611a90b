import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { CONTACT_PATTERNS, type ContactKind } from '@contract/contacts'
import type { Decision, PendingMemory, Voice } from '@contract/memory'
import { paths } from '@contract/paths'
import { dayOfInstantInWords } from '@contract/shown-days'
import { playingTime } from '@client/lib/formats'
import { useAccount } from '@client/store/use-account'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { MemoryPhoto } from '@client/ui/MemoryPhoto'
import { visuallyHidden } from '@client/ui/styles'
import { CONTACT_LABELS } from './texts'

interface PendingCardProps {
  elementId: string
  memory: PendingMemory
  /** Whether the Tab key stops at this card. */
  isActive: boolean
  onDecide: (memory: PendingMemory, decision: Decision) => void
  /** Shows only the memories of this memorial. Absent when the list is already filtered so. */
  onOnlyMemorial?: (memorialId: number) => void
}

/**
 * A pending memory: its author, its memorial, its text and the buttons. Memoized, because a key press changes only one
 * or two of the twenty cards.
 */
export const PendingCard = memo(function PendingCard({
  elementId,
  memory,
  isActive,
  onDecide,
  onOnlyMemorial,
}: PendingCardProps) {
  const { id, memorials_id, memorial_name, author, description, voice } = memory
  // Moderators also see memories on pages of others.
  const isKeeper = useAccount().user?.is_moderator === false
  const blockAuthor = useBlockAuthor()
  const ids = { who: `${elementId}-who`, text: `${elementId}-text` }

  return (
    <Paper
      component="article"
      variant="outlined"
      id={elementId}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={ids.who}
      aria-describedby={ids.text}
      sx={CARD}
    >
      <Typography id={ids.who} variant="h4" component="h3">
        <MarkedText>{author}</MarkedText>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {originOf(memory)}
      </Typography>
      <AboutPage id={memorials_id} name={memorial_name} />
      <Box id={ids.text} sx={TEXT}>
        <MarkedText>{description || 'Рассказ голосом'}</MarkedText>
      </Box>
      {voice && <WaitingVoice voice={voice} author={author} />}
      <MemoryPhoto {...memory} />
      <CardActions
        describedBy={ids.who}
        onDecide={(decision) => onDecide(memory, decision)}
        onOnlyMemorial={onOnlyMemorial && (() => onOnlyMemorial(memorials_id))}
      >
        {isKeeper && memory.author_email && (
          <BlockAuthorButton
            author={author}
            block={() => blockAuthor({ id, memorialId: memorials_id })}
            sx={{ px: { xs: 0, sm: 2.5 } }}
          />
        )}
      </CardActions>
    </Paper>
  )
})

/** A voice as those who decide on it hear it. Its player knows no length before it plays. */
export function WaitingVoice({ voice, author }: { voice: Voice; author: string }) {
  return (
    <>
      {voice.duration !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {`Запись длится ${playingTime(voice.duration)}`}
        </Typography>
      )}
      <Box
        component="audio"
        controls
        preload="none"
        src={voice.file_path}
        aria-label={`${author}, рассказ голосом`}
        sx={{ display: 'block', width: '100%', maxWidth: 480, mt: 1 }}
      />
    </>
  )
}

function originOf({ author_email, created_at }: PendingMemory): string {
  return [author_email, dayOfInstantInWords(created_at)].filter(Boolean).join(' · ')
}

const TEXT = {
  mt: 1.5,
  maxWidth: '68ch',
  typography: 'body1',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const

interface CardActionsProps {
  /** The id of the element with the author's name, by which screen readers tell the buttons of cards apart. */
  describedBy: string
  onDecide: (decision: Decision) => void
  onOnlyMemorial?: () => void
  /** Actions for keepers of the page only. */
  children?: ReactNode
}

function CardActions({ describedBy, onDecide, onOnlyMemorial, children }: CardActionsProps) {
  // Ignores the second click of a double click: by then the next memory has moved up under the pointer.
  const press = (decision: Decision) => (event: MouseEvent) => {
    if (event.detail < 2) onDecide(decision)
  }

  return (
    <Stack direction="row" useFlexGap sx={{ mt: 2, gap: 1.5, flexWrap: 'wrap' }}>
      <Button variant="contained" aria-describedby={describedBy} onClick={press('approved')}>
        Одобрить
      </Button>
      <Button variant="outlined" aria-describedby={describedBy} onClick={press('rejected')}>
        Отклонить
      </Button>
      {children}
      {onOnlyMemorial && (
        <Button
          color="inherit"
          aria-describedby={describedBy}
          onClick={onOnlyMemorial}
          sx={{ ml: { sm: 'auto' }, px: { xs: 0, sm: 2.5 } }}
        >
          Только эта страница
        </Button>
      )}
    </Stack>
  )
}

/** A text with its links, phone numbers and other contacts highlighted. They cannot be clicked. */
export function MarkedText({ children }: { children: string }) {
  return partsByContact(children).map(({ text, kind }, index) =>
    kind === undefined ? (
      text
    ) : (
      <Mark key={index} title={CONTACT_LABELS[kind]} style={kind === 'phone' ? ON_ONE_LINE : undefined}>
        <Box component="span" sx={visuallyHidden}>{`${CONTACT_LABELS[kind]}: `}</Box>
        {text}
      </Mark>
    ),
  )
}

const Mark = styled('mark')(({ theme }) => ({
  position: 'relative',
  padding: '0.05em 0.2em',
  borderRadius: 3,
  boxDecorationBreak: 'clone',
  borderBlockEnd: `2px solid ${String(theme.vars?.palette.warning.main)}`,
  backgroundColor: `rgb(${String(theme.vars?.palette.warning.mainChannel)} / 0.16)`,
  color: 'inherit',
  overflowWrap: 'anywhere',
}))

/** If it fits there. */
const ON_ONE_LINE = { display: 'inline-block', maxWidth: '100%' } as const

/** A card of an item that is pending. */
export const CARD = {
  p: { xs: 2, sm: 3 },
  scrollMarginTop: 16,
  // Scrolls the focused card above the strip of decisions.
  scrollMarginBottom: 200,
  '&:focus-within': { borderColor: 'secondary.main' },
} as const

/** The page that a card is about. */
export function AboutPage({ id, name }: { id: number; name: string }) {
  return (
    <Typography variant="body2" sx={{ mt: 0.5 }}>
      {'О ком: '}
      <Link component={RouterLink} to={paths.memorial(id)} sx={PAGE_LINK}>
        {name}
      </Link>
    </Typography>
  )
}

/** A link to a page: tall enough for a finger. */
export const PAGE_LINK = { display: 'inline-block', py: 1.25, my: -1.25 } as const

/** A fragment of a text; a contact if it has a kind. */
interface TextPart {
  text: string
  kind?: ContactKind
}

const KINDS = Object.keys(CONTACT_PATTERNS) as ContactKind[]
const CONTACTS = KINDS.map((kind) => `(?<${kind}>${CONTACT_PATTERNS[kind]})`).join('|')

/** Splits a text into contacts (links, email addresses, @names, phone numbers) and the text between them. */
export function partsByContact(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(new RegExp(CONTACTS, 'g'))) {
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: found, kind: KINDS.find((kind) => groups[kind] !== undefined) })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
