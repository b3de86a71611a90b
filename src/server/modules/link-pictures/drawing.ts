import { isDay, partsOfDay } from '@contract/days'
import { NAMELESS } from '@contract/names'
import type { PublicSettings } from '@contract/settings'
import type { LinkPicture } from '../../media/link-picture'
import type { DrawnMemorial } from './repository'

/** The heading of the landing page. */
const WHAT_THE_SITE_IS = 'Страницы памяти о тех, кого нет рядом'

/** Surname, first names and years of somebody. */
export function drawingOf(memorial: DrawnMemorial, { siteName }: PublicSettings): LinkPicture {
  const { lastname, name, surname, birth_date: birth, death_date: death } = memorial
  const lines = [lastname, [name, surname].filter(Boolean).join(' ')].filter(Boolean)
  return {
    titleLines: lines.length > 0 ? lines : [NAMELESS],
    subtitle: isDay(birth) && isDay(death) ? `${yearOf(birth)} — ${yearOf(death)}` : '',
    siteName,
  }
}

/** For all pages that are nobody's, and for those that are not public. */
export function drawingOfSite({ siteName }: PublicSettings): LinkPicture {
  return { titleLines: [siteName], subtitle: WHAT_THE_SITE_IS, siteName: '' }
}

function yearOf(day: string): number {
  return Number(partsOfDay(day).year)
}
