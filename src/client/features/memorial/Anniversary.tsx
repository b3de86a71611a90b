import { styled } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import type { MemorialCard } from '@contract/memorial'
import { anniversaryInWords } from '@client/lib/anniversary'
import { moscowDay } from '@contract/days'

/**
 * One line on a birthday or on the day of a death. The server leaves it out, since rendered pages are cached for longer than a
 * day. It uses the gap between two sections, so nothing shifts when it appears.
 */
export function Anniversary({ memorial }: { memorial: MemorialCard }) {
  const today = useSyncExternalStore(subscribeToNothing, moscowDay, unknownDay)
  const words = today && anniversaryInWords(memorial, today)
  return words ? <Line>{words}</Line> : null
}

/** A page that stays open overnight shows the day on which it was opened. */
function subscribeToNothing(): () => void {
  return () => undefined
}

function unknownDay(): undefined {
  return undefined
}

const Line = styled('small')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  top: '100%',
  fontSize: '1.0625rem',
  lineHeight: 1.4,
  textWrap: 'balance',
  color: theme.vars?.palette.secondary.main,
  [theme.breakpoints.up('md')]: { fontSize: '1.1875rem', paddingBlockStart: theme.spacing(1.5) },
  '@media print': { display: 'none' },
}))
