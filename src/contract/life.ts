import { isDay, partsOfDay } from './days'
import type { Precision } from './memorial-terms'

/** The dates of a life and their precision. */
export interface Life {
  birth_date: string | null
  birth_precision: Precision
  death_date: string | null
  death_precision: Precision
}

/** «около» before an approximate year. */
export const ABOUT = 'около'

/** 1912, «около 1912»; empty if unknown. */
export function yearInWords(date: string | null | undefined, precision: Precision): string {
  if (!date || !isDay(date) || precision === 'unknown') return ''
  const year = Number(partsOfDay(date).year)
  return precision === 'about' ? `${ABOUT}\u00a0${year}` : String(year)
}

/**
 * The years of a life: «1912 — 1993», «около 1912 — 1993», «ум. 1993» without a known birth; empty without any year.
 */
export function lifeInYears({ birth_date, birth_precision, death_date, death_precision }: Life): string {
  const birth = yearInWords(birth_date, birth_precision)
  const death = yearInWords(death_date, death_precision)
  if (birth && death) return `${birth}\u00a0— ${death}`
  if (birth) return `род.\u00a0${birth}`
  return death && `ум.\u00a0${death}`
}
