import { CONSENT_VERSION } from '@contract/consent'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import * as retention from '@contract/retention'
import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '@contract/user'
import type { Config } from '../../config'

/** What stands for `{{NAME}}` in a legal page; `href` where it is shown as a link. */
export interface PlaceholderValue {
  text: string
  href?: string
}
export type Placeholders = ReadonlyMap<string, PlaceholderValue>

/** The nouns of what is kept for a time, by the last word of its name in the contract, and by the form that a number asks for. */
const NOUNS: Record<string, Record<'nominative' | 'genitive', Partial<Record<Intl.LDMLPluralRule, string>>>> = {
  HOURS: {
    nominative: { one: 'час', few: 'часа', many: 'часов' },
    genitive: { one: 'часа', few: 'часов', many: 'часов' },
  },
  DAYS: {
    nominative: { one: 'день', few: 'дня', many: 'дней' },
    genitive: { one: 'дня', few: 'дней', many: 'дней' },
  },
  YEARS: {
    nominative: { one: 'год', few: 'года', many: 'лет' },
    genitive: { one: 'года', few: 'лет', many: 'лет' },
  },
}
const MB = 1024 ** 2
const NO_BREAK_SPACE = '\u00a0'
const russianPlurals = new Intl.PluralRules('ru')

/** Every placeholder that a legal page may use. Any other stops the start (parse-document.ts). */
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
    ...Object.entries(retention).flatMap(([name, count]) => keptFor(name, count)),
  ])
}

/** A term of the contract with its noun: «30 дней», and after «не более» and its like (`…_GENITIVE`): «31 дня». */
function keptFor(name: string, count: number): [string, PlaceholderValue][] {
  const forms = NOUNS[name.split('_').at(-1) ?? '']
  if (!forms) throw new Error(`${name} of the contract names no unit of time`)
  const form = russianPlurals.select(count)
  const counted = (noun = '') => ({ text: `${count}${NO_BREAK_SPACE}${noun}` })
  return [
    [name, counted(forms.nominative[form])],
    [`${name}_GENITIVE`, counted(forms.genitive[form])],
  ]
}

/** 2025-06-18: «18 июня 2025 года». */
function dayInWords(day: string): string {
  const format = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`)).replace('г.', 'года')
}
