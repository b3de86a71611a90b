import { isDay, partsOfDay } from '@contract/days'

/** How days are shown. A day is `YYYY-MM-DD` text and is never put through `new Date(text)`: west of UTC that shifts it. */

export const DATES_UNKNOWN = 'Даты не указаны'

const MONTHS_OF = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const

/** Moscow's clock: the server and every browser must name the same day, whatever their own zones. */
const MOSCOW_OFFSET_HOURS = 3

/** 9 мая 1945, as pages write it; empty for what is not a day. */
export function dayInWords(day: string | null | undefined): string {
  if (!day || !isDay(day)) return ''
  const parts = partsOfDay(day)
  return `${Number(parts.day)} ${MONTHS_OF[Number(parts.month) - 1] ?? ''} ${Number(parts.year)}`
}

/** 09.05.1945, as cards write it; empty for what is not a day. */
export function dayInDigits(day: string | null | undefined): string {
  if (!day || !isDay(day)) return ''
  const parts = partsOfDay(day)
  return `${parts.day}.${parts.month}.${parts.year}`
}

/** The dates of birth and death in digits. If one is missing, says that they are unknown. */
export function lifeInDigits(life: Life): string {
  return lifeWrittenBy(dayInDigits, life)
}

/** The same in words. */
export function lifeInWords(life: Life): string {
  return lifeWrittenBy(dayInWords, life)
}

/** The day of an instant (ISO 8601) by Moscow's clock, in words. */
export function dayOfInstantInWords(instant: string): string {
  const moment = Date.parse(instant)
  if (Number.isNaN(moment)) return ''
  return dayInWords(new Date(moment + MOSCOW_OFFSET_HOURS * 3_600_000).toISOString().slice(0, 10))
}

interface Life {
  birth_date: string | null
  death_date: string | null
}

function lifeWrittenBy(write: (day: string | null) => string, { birth_date, death_date }: Life): string {
  const birth = write(birth_date)
  const death = write(death_date)
  return birth && death ? `${birth} — ${death}` : DATES_UNKNOWN
}
