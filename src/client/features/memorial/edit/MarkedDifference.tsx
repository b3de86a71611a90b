import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { diffArrays } from 'diff'
import { useDeferredValue, useMemo } from 'react'

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
        return <Words key={index}>{value.join('')}</Words>
      })}
    </>
  )
}

/** In ms: a list has many texts. */
const SEARCH_IN_LIST_MAX_MS = 150
/** In letters: of an unchanged stretch between two changes its ends are shown. */
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
    if (removed) return <Removed key={index}>{text}</Removed>
    return <span key={index}>{shortened(text, { isFirst: index === 0, isLast: index === changes.length - 1 })}</span>
  })
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
