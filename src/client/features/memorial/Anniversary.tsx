import { styled } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import type { MemorialCard } from '@contract/memorial'
import { isDay, moscowDay } from '@contract/days'
import type { Precision } from '@contract/memorial-terms'
import { countedOnOneLine, YEARS } from '@contract/plurals'

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

interface Life {
  birth_date: string | null
  /** Absent in offline copies of an older version, where it means 'day'. */
  birth_precision?: Precision
  death_date: string | null
  death_precision?: Precision
}

/** The text for a birthday or the day of a death: 'Сегодня 118 лет со дня рождения'. Undefined on other days. */
export function anniversaryInWords(life: Life, today: string): string | undefined {
  const birth = knownDay(life.birth_date, life.birth_precision)
  const death = knownDay(life.death_date, life.death_precision)
  const parts = [yearsSince(birth, today, 'рождения'), yearsSince(death, today, 'смерти')].filter(Boolean)
  return parts.length > 0 ? `Сегодня ${parts.join(' и ')}` : undefined
}

/** «Около 1912» is stored as the 1st of January 1912, which is not an anniversary. */
function knownDay(date: string | null, precision: Precision = 'day'): string | undefined {
  return date && precision === 'day' && isDay(date) ? date : undefined
}

function yearsSince(day: string | undefined, today: string, what: string): string | undefined {
  if (!day || day.slice(4) !== today.slice(4)) return undefined
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
  return years > 0 ? `${countedOnOneLine(years, YEARS)} со\u00a0дня ${what}` : undefined
}
