import { lifeInYears } from '@contract/life'
import { familyName, NAMELESS } from '@contract/names'
import type { PublicSettings } from '@contract/settings'
import type { LinkPicture } from '../../media/link-picture'
import type { DrawnMemorial } from './repository'

/** The heading of the landing page. */
const WHAT_THE_SITE_IS = 'Страницы памяти о тех, кого нет рядом'

/** The surname, first names and years of a person. */
export function drawingOf(memorial: DrawnMemorial, { siteName }: PublicSettings): LinkPicture {
  const { name, surname } = memorial
  const lines = [familyName(memorial), [name, surname].filter(Boolean).join(' ')].filter(Boolean)
  return {
    titleLines: lines.length > 0 ? lines : [NAMELESS],
    subtitle: lifeInYears(memorial),
    siteName,
  }
}

/** For routes without a memorial, and for memorials that are not public. */
export function drawingOfSite({ siteName }: PublicSettings): LinkPicture {
  return { titleLines: [siteName], subtitle: WHAT_THE_SITE_IS, siteName: '' }
}
