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

/** Words and punctuation marks, each with the space after it. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+\s*|[^\p{L}\p{M}\p{N}]\s*/gu) ?? []
}

function isSameWord(one: string, other: string): boolean {
  return one.trim() === other.trim()
}

const Added = styled('ins')(({ theme }) => ({
  fontWeight: 600,
  textDecoration: `underline 2px ${(theme.vars ?? theme).palette.secondary.main}`,
  textUnderlineOffset: '0.2em',
}))

const Removed = styled('del')(({ theme }) => ({ color: (theme.vars ?? theme).palette.text.secondary }))
