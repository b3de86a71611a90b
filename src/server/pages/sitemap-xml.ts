import { paths } from '@contract/paths'
import { escapeXml } from '../lib/escape'

export const SITEMAP_PATH = '/sitemap.xml'
export const sitemapPartPath = (part: number | string) => `/sitemap-${part}.xml`

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The pages that are the same for everyone and worth indexing. */
export const FIXED_PAGES = [
  paths.landing,
  paths.memorials,
  paths.heroes,
  paths.howItWorks,
  paths.tariffs,
  paths.cooperation,
  paths.privacyPolicy,
  paths.confidentialityPolicy,
  paths.userAgreement,
  paths.consent,
  paths.voiceConsent,
]

export const PART_START = `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`
export const PART_END = '</urlset>\n'

/** An entry of a sitemap. `address` is absolute. */
export function sitemapEntry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${changed}</url>\n`
}

/** The sitemap index. */
export function sitemapIndex(addresses: string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`)
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`
}
