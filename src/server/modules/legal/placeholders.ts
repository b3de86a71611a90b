import { CONSENT_VERSION } from '@contract/consent'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import { countedOnOneLine, DAYS, type Forms, HOURS, OF_DAYS, OF_HOURS, OF_YEARS, YEARS } from '@contract/plurals'
import * as retention from '@contract/retention'
import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '@contract/user'
import type { Config } from '../../config'

/** Replaces `{{NAME}}` in a legal page; with `href` it is rendered as a link. */
export interface PlaceholderValue {
  text: string
  href?: string
}
export type Placeholders = ReadonlyMap<string, PlaceholderValue>

/** The nouns for terms in contract/retention.ts, by the last word of the constant's name. */
const NOUNS: Record<string, Record<'nominative' | 'genitive', Forms>> = {
  HOURS: { nominative: HOURS, genitive: OF_HOURS },
  DAYS: { nominative: DAYS, genitive: OF_DAYS },
  YEARS: { nominative: YEARS, genitive: OF_YEARS },
}
const MB = 1024 ** 2
const NO_BREAK_SPACE = '\u00a0'

/** Every placeholder that a legal page may use. Any other prevents the start (parse-document.ts). */
export function legalPlaceholders({ site, operator }: Pick<Config, 'site' | 'operator'>): Placeholders {
  return new Map<string, PlaceholderValue>([
    ['SITE_NAME', { text: site.siteName }],
    ['PUBLIC_URL', { text: site.publicUrl, href: site.publicUrl }],
    ['SUPPORT_EMAIL', { text: site.supportEmail, href: `mailto:${site.supportEmail}` }],
    ['SUPPORT_MESSENGER_URL', { text: site.supportMessengerUrl, href: site.supportMessengerUrl }],
    ['OPERATOR_NAME', { text: operator.name }],
    ['OPERATOR_ADDRESS', { text: operator.address }],
    ['OPERATOR_INN', { text: operator.inn }],
    ['OPERATOR_OGRN', { text: operator.ogrn }],
    ['DATA_LOCATION', { text: operator.dataLocation }],
    ['CONSENT_EDITION', { text: dayInWords(CONSENT_VERSION) }],
    ['PIN_MIN_LENGTH', { text: String(PIN_MIN_LENGTH) }],
    ['PIN_MAX_LENGTH', { text: String(PIN_MAX_LENGTH) }],
    ['ARCHIVE_LIMIT', { text: `${ARCHIVE_LIMIT_BYTES / MB}${NO_BREAK_SPACE}МБ` }],
    ...Object.entries(retention).flatMap(([name, count]) => retentionTerms(name, count)),
  ])
}

/** A term of the contract with its noun: «30 дней», and after «не более» and the like (`…_GENITIVE`): «31 дня». */
function retentionTerms(name: string, count: number): [string, PlaceholderValue][] {
  const forms = NOUNS[name.split('_').at(-1) ?? '']
  if (!forms) throw new Error(`${name} of the contract names no unit of time`)
  return [
    [name, { text: countedOnOneLine(count, forms.nominative) }],
    [`${name}_GENITIVE`, { text: countedOnOneLine(count, forms.genitive) }],
  ]
}

/** 2025-06-18: «18 июня 2025 года». */
function dayInWords(day: string): string {
  const format = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`)).replace('г.', 'года')
}
