import { dayInWords } from '@contract/shown-days'

/** The server stores the last use only at intervals, so the latest minutes can't be told apart. */
const JUST_NOW_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

/**
 * How long ago something was: «только что», «сегодня», «вчера», «3 мая 2026». In the reader's time zone, unlike other dates
 * of this site.
 */
export function whenUsed(instant: string, now = new Date()): string {
  const moment = new Date(instant)
  if (now.getTime() - moment.getTime() < JUST_NOW_MS) return 'только что'
  const day = localDay(moment)
  if (day === localDay(now)) return 'сегодня'
  if (day === localDay(new Date(now.getTime() - DAY_MS))) return 'вчера'
  return dayInWords(day)
}

/** The day of an instant (`YYYY-MM-DD`) where the reader is. */
function localDay(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
