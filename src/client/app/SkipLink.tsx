import { styled } from '@mui/material/styles'
import type { MouseEvent } from 'react'

/**
 * The first Tab stop: skips the header. It works as a link only until hydration: following a link adds a history entry,
 * without the state that a link or a guard passed to the page.
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
