import { daysLater } from '@contract/days'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import type { CalendarEvent } from './icalendar'
import type { Remembered } from './repository'

/** The day of death counts as the first. */
const [NINTH_DAY_AFTER, FORTIETH_DAY_AFTER] = [8, 39]

/** The days of a memorial as calendar events. A date not known to the day yields none. */
export function rememberedDays(memorial: Remembered, publicUrl: string): CalendarEvent[] {
  const { birth_date: birth, birth_precision, death_date: death, death_precision } = memorial
  const event = (kind: string, title: string, day: string, isYearly: boolean): CalendarEvent => ({
    uid: `memorial-${memorial.id}-${kind}@${new URL(publicUrl).hostname}`,
    summary: `${title}: ${fullName(memorial)}`,
    url: publicUrl + paths.memorial(memorial.id),
    day,
    isYearly,
    changedAt: memorial.updated_at ?? memorial.created_at,
  })
  return [
    ...(birth && birth_precision === 'day' ? [event('birth', 'День рождения', birth, true)] : []),
    ...(death && death_precision === 'day'
      ? [
          event('death', 'День памяти', death, true),
          event('ninth-day', 'Девятый день', daysLater(death, NINTH_DAY_AFTER), false),
          event('fortieth-day', 'Сороковой день', daysLater(death, FORTIETH_DAY_AFTER), false),
        ]
      : []),
  ]
}
