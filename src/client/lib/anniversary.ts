import { isDay } from '@contract/days'
import { countedOnOneLine, YEARS } from '@contract/plurals'

interface Life {
  birth_date: string | null
  death_date: string | null
}

/** What is said on a birthday and on the day of a death: 'Сегодня 118 лет со дня рождения'. Undefined on other days. */
export function anniversaryInWords({ birth_date, death_date }: Life, today: string): string | undefined {
  const parts = [yearsSince(birth_date, today, 'рождения'), yearsSince(death_date, today, 'смерти')].filter(Boolean)
  return parts.length > 0 ? `Сегодня ${parts.join(' и ')}` : undefined
}

/** Undefined also for days that are known in part only. */
function yearsSince(day: string | null, today: string, what: string): string | undefined {
  if (!day || !isDay(day) || day.slice(4) !== today.slice(4)) return undefined
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
  return years > 0 ? `${countedOnOneLine(years, YEARS)} со\u00a0дня ${what}` : undefined
}
