import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { diffArrays } from 'diff'
import { useDeferredValue, useMemo } from 'react'

/** In ms: two long texts that have little in common would take minutes. */
const SEARCH_MAX_MS = 500

export interface MarkedDifferenceProps {
  mine: string
  remote: string
}

/** Their text, with the words underlined that mine lacks, and those struck out that stand in mine alone. */
export function MarkedDifference({ mine, remote }: MarkedDifferenceProps) {
  // Comparing takes longer than a key is pressed.
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

/** Words and marks, each with the space after it. */
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
