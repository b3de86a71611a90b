import { styled } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { anniversaryOf, moscowDay } from '@contract/days'
import type { Precision } from '@contract/memorial-terms'
import { countedOnOneLine, YEARS } from '@contract/plurals'
import { rememberingApi } from '@client/api/remembering-api'
import { DrawnCandle } from './remembering/Candle'

type Shown = MemorialCard & Partial<Pick<Memorial, 'candle_day'>>

/**
 * A burning candle before the portrait, from when one was lit until midnight in Moscow. On the anniversary of the death the
 * page opens with it: see `DeathDay`.
 */
export function HeadCandle({ memorial }: { memorial: Shown }) {
  const today = useToday(memorial)
  // Only the candle below the burial place requests the number: the head is hydrated earlier.
  const { data: now } = rememberingApi.endpoints.getCandles.useQueryState(memorial.id)
  const isLit = today !== undefined && (memorial.candle_day === today || (now?.lit_today ?? 0) > 0)
  return isLit && !isDeathDay(memorial, today) ? (
    <BeforePortrait role="img" aria-label={BURNS}>
      <DrawnCandle />
    </BeforePortrait>
  ) : null
}

const BURNS = 'Свеча горит'

const BeforePortrait = styled('div')({
  position: 'absolute',
  insetInlineEnd: 0,
  bottom: 0,
  padding: '28px 22px 0 30px',
  background: 'radial-gradient(closest-side at 54% 46%, rgb(120 66 12 / 45%), transparent)',
  '& > svg': { display: 'block', width: 32 },
  '@media print': { display: 'none' },
})

/** With what a page opens on the anniversary of the death: a candle, and how many years it is. */
export function DeathDay({ memorial }: { memorial: Shown }) {
  const today = useToday(memorial)
  return today && isDeathDay(memorial, today) ? (
    <Opening>
      <span role="img" aria-label={BURNS}>
        <DrawnCandle />
      </span>
      {anniversaryInWords(memorial, today)}
    </Opening>
  ) : null
}

const Opening = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: theme.spacing(1),
  marginBlockEnd: theme.spacing(3),
  fontSize: '1.25rem',
  lineHeight: 1.4,
  textWrap: 'balance',
  color: theme.vars?.palette.secondary.main,
  '& svg': { display: 'block', width: 48 },
  '@media print': { display: 'none' },
}))

/**
 * One line on a birthday. The server leaves it out: it only knows what day it is where a candle burns. It uses the gap between
 * two sections, so nothing shifts when it appears.
 */
export function Anniversary({ memorial }: { memorial: Shown }) {
  const today = useToday(memorial)
  const words = today && !isDeathDay(memorial, today) && anniversaryInWords(memorial, today)
  return words ? <Line>{words}</Line> : null
}

/** Undefined on the server and for the first rendering after it, unless a candle burned: then its day. */
function useToday({ candle_day }: Shown): string | undefined {
  return useSyncExternalStore(subscribeToNothing, moscowDay, () => candle_day ?? undefined)
}

/** A page that stays open overnight shows the day on which it was opened. */
function subscribeToNothing(): () => void {
  return () => undefined
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
  const years = yearsOf(life, today)
  const parts = [inWords(years.birth, 'рождения'), inWords(years.death, 'смерти')].filter(Boolean)
  return parts.length > 0 ? `Сегодня ${parts.join(' и ')}` : undefined
}

function isDeathDay(life: Life, today: string): boolean {
  return yearsOf(life, today).death !== undefined
}

/** Of the anniversaries that are today. «Около 1912» is stored as the 1st of January 1912, which is not one. */
function yearsOf({ birth_date, birth_precision = 'day', death_date, death_precision = 'day' }: Life, today: string) {
  return {
    birth: birth_date && birth_precision === 'day' ? anniversaryOf(birth_date, today) : undefined,
    death: death_date && death_precision === 'day' ? anniversaryOf(death_date, today) : undefined,
  }
}

function inWords(years: number | undefined, what: string): string | undefined {
  return years === undefined ? undefined : `${countedOnOneLine(years, YEARS)} со\u00a0дня ${what}`
}
