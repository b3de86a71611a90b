import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { diffArrays } from 'diff'
import { Fragment, useDeferredValue, useId, useMemo, useState } from 'react'
import { fieldOf, type HistoryValue, type Revision } from '@contract/history'
import { PROPOSAL_NOTE_MAX_LENGTH } from '@contract/limits'
import type { Proposal } from '@contract/proposals'
import { DATE_UNKNOWN, dateInWords } from '@contract/shown-days'
import { focusFirstField } from './form/Form'
import { FieldFrame, noteId } from './form/FieldFrame'
import { visuallyHidden } from './styles'
import { useInView } from './use-in-view'

/** In ms: the comparison of two long texts that have little in common would take minutes. */
const SEARCH_MAX_MS = 500

export interface MarkedDifferenceProps {
  mine: string
  remote: string
}

/** The remote text: words that mine lacks are underlined, words that only mine has are struck out. */
export function MarkedDifference({ mine, remote }: MarkedDifferenceProps) {
  // Deferred, because a comparison takes longer than a key press.
  const typed = useDeferredValue(mine)
  const changes = useMemo(
    () => diffArrays(wordsOf(typed), wordsOf(remote), { comparator: isSameWord, timeout: SEARCH_MAX_MS }),
    [typed, remote],
  )
  if (!changes) return remote
  return (
    <>
      {changes.some(({ added, removed }) => added || removed) && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          Подчёркнуто то, чего нет у вас. Зачёркнуто то, что есть только у вас.
        </Typography>
      )}
      {changes.map(({ value, added, removed }, index) => {
        const Words = added ? Added : removed ? Removed : 'span'
        return (
          <Fragment key={index}>
            <Words>{value.join('')}</Words>
            {removed && changes[index + 1]?.added && spaceAfter(value)}
          </Fragment>
        )
      })}
    </>
  )
}

/** In ms: a list has many texts. */
const SEARCH_IN_LIST_MAX_MS = 150
/** In characters: of an unchanged stretch between two changes its ends are shown. */
const CONTEXT_LENGTH = 80

interface ChangedTextProps {
  before: string
  after: string
}

/** What changed in a text, with a few words around each change. */
export function ChangedText({ before, after }: ChangedTextProps) {
  const changes = useMemo(
    () =>
      diffArrays(wordsOf(before), wordsOf(after), { comparator: isSameWord, timeout: SEARCH_IN_LIST_MAX_MS }) ?? [
        { value: [before], removed: true, added: false },
        { value: [`\n${after}`], removed: false, added: true },
      ],
    [before, after],
  )
  return changes.map(({ value, added, removed }, index) => {
    const text = value.join('')
    if (added) return <Added key={index}>{text}</Added>
    if (removed) {
      return (
        <Fragment key={index}>
          <Removed>{text}</Removed>
          {changes[index + 1]?.added && spaceAfter(value)}
        </Fragment>
      )
    }
    return <span key={index}>{shortened(text, { isFirst: index === 0, isLast: index === changes.length - 1 })}</span>
  })
}

/** At the end of a sentence no space follows a word, and the word in its place would run into it. */
function spaceAfter(removed: string[]): string {
  return /\s$/.test(removed.join('')) ? '' : ' '
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  // Whole words.
  const head = isFirst ? '' : text.slice(0, Math.max(text.lastIndexOf(' ', CONTEXT_LENGTH), 0))
  const tail = isLast ? '' : text.slice(text.indexOf(' ', text.length - CONTEXT_LENGTH))
  return head.length + tail.length + CONTEXT_LENGTH > text.length ? text : `${head.trimEnd()} … ${tail.trimStart()}`
}

/** Words and punctuation marks, each with the space after it. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+\s*|[^\p{L}\p{M}\p{N}]\s*/gu) ?? []
}

function isSameWord(one: string, other: string): boolean {
  return one.trim() === other.trim()
}

export const Added = styled('ins')(({ theme }) => ({
  fontWeight: 600,
  textDecoration: `underline 2px ${(theme.vars ?? theme).palette.secondary.main}`,
  textUnderlineOffset: '0.2em',
}))

export const Removed = styled('del')(({ theme }) => ({ color: (theme.vars ?? theme).palette.text.secondary }))

/** A value that took or may take the place of another. */
type Changed = Pick<Revision, 'what' | 'before' | 'after'>

/** Texts of many words: of these the words that differ are marked. */
const LONG_TEXTS = ['biography', 'description', 'reply', 'burial_address']

export function Difference({ revision: { what, before, after } }: { revision: Changed }) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const isLong = LONG_TEXTS.includes(fieldOf(what))
  const [was, is] = [inWords(before), inWords(after)]
  return (
    <Box ref={ref} sx={{ my: 1, minHeight: '1.5em', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {isInView &&
        (isLong && was && is ? (
          <ChangedText before={was} after={is} />
        ) : (
          <>
            {was && (
              <Removed>
                <span style={visuallyHidden}>Было: </span>
                {was}
              </Removed>
            )}
            {was && is && ' '}
            {is && (
              <Added>
                <span style={visuallyHidden}>Стало: </span>
                {is}
              </Added>
            )}
          </>
        ))}
    </Box>
  )
}

function inWords(value: HistoryValue | undefined): string {
  if (!value) return ''
  if (typeof value === 'string') return value
  return dateInWords(value.date, value.precision) || DATE_UNKNOWN
}

const OF_TODAY = 'Сейчас на странице'
/** In characters: a longer text opens at a press. */
const OF_TODAY_SHORT = 300

/** What stands there, for a proposal that only tells what its author knows. */
function OfToday({ value }: { value: HistoryValue }) {
  const text = inWords(value)
  if (text.length <= OF_TODAY_SHORT) {
    return (
      <Typography color="textSecondary" sx={OF_TODAY_TEXT}>
        {text ? `${OF_TODAY}: ${text}` : `${OF_TODAY} этого нет.`}
      </Typography>
    )
  }
  return (
    <Box component="details" sx={{ my: 1 }}>
      <Box component="summary" sx={{ py: 1, cursor: 'pointer' }}>
        {OF_TODAY}
      </Box>
      <Typography color="textSecondary" sx={OF_TODAY_TEXT}>
        {text}
      </Typography>
    </Box>
  )
}

const OF_TODAY_TEXT = { my: 1, maxWidth: '68ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

/** What a reader proposes, beside what stands there, with what they know and their photo. */
export function ProposedChange({ proposal }: { proposal: Proposal }) {
  const { field, current, value, note, author, photo } = proposal
  return (
    <>
      {value === null ? (
        <OfToday value={current} />
      ) : (
        <Difference revision={{ what: field, before: current, after: value }} />
      )}
      {note && <Typography sx={{ my: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note}</Typography>}
      {photo && (
        <Box
          component="img"
          src={photo}
          alt={`Фотография: ${author}`}
          sx={{ display: 'block', maxWidth: '100%', maxHeight: 320, my: 1 }}
        />
      )}
    </>
  )
}

const REPLY_HINT =
  'Уйдёт письмом вместе с решением, если автор подтвердил свой адрес. Можно поблагодарить, объяснить или спросить.'

export interface ReplyFieldProps {
  value: string
  onChange: (text: string) => void
  /** Names the field where there are several. */
  author: string
}

/** An answer to the author of a proposal, which goes with the decision. Opened by a press. */
export function ReplyField({ value, onChange, author }: ReplyFieldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button
        size="small"
        color="inherit"
        aria-label={`Ответить автору: ${author}`}
        onClick={() => setOpen(true)}
        sx={{ px: { xs: 0, sm: 2.5 } }}
      >
        Ответить автору
      </Button>
    )
  }
  return (
    <Box ref={focusFirstField} sx={{ flexBasis: '100%', maxWidth: 560 }}>
      <FieldFrame id={id} label={`Ответ автору: ${author}`} hint={REPLY_HINT}>
        <OutlinedInput
          id={id}
          value={value}
          multiline
          minRows={2}
          onChange={({ target }) => onChange(target.value)}
          inputProps={{
            maxLength: PROPOSAL_NOTE_MAX_LENGTH,
            autoCapitalize: 'sentences',
            'aria-describedby': noteId(id),
          }}
        />
      </FieldFrame>
    </Box>
  )
}
