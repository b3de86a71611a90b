import { styled } from '@mui/material/styles'
import type { MouseEvent } from 'react'

/**
 * The first stop of the Tab key: past the header, straight to the page. Followed as a link only until the program runs: that
 * makes a new entry of the history, without what a link or a guard told the page.
 */
export function SkipLink({ targetId }: { targetId: string }) {
  function skip(event: MouseEvent): void {
    event.preventDefault()
    const target = document.getElementById(targetId)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView()
  }

  return (
    <HiddenUntilFocused href={`#${targetId}`} onClick={skip}>
      Перейти к содержанию
    </HiddenUntilFocused>
  )
}

const HiddenUntilFocused = styled('a')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: theme.spacing(2),
  top: theme.spacing(1),
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1.5, 2.5),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars?.palette.primary.main,
  color: theme.vars?.palette.primary.contrastText,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}))
