import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { foundIn } from '../lib/found-in'

/** A text with the searched letters marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] | undefined }) {
  if (!words) return text
  return foundIn(text, words).map(({ part, isFound }, index) =>
    isFound ? <Mark key={index}>{part}</Mark> : <Fragment key={index}>{part}</Fragment>,
  )
}

const Mark = styled('mark')(({ theme }) => ({
  color: 'inherit',
  backgroundColor: 'transparent',
  boxShadow: `inset 0 -0.12em ${(theme.vars ?? theme).palette.secondary.main}`,
  '@media print': { boxShadow: 'none' },
}))
