/**
 * Links, email addresses, @names and phone numbers in a text, about which moderators are warned. The patterns use only
 * syntax that JavaScript and PostgreSQL share, so that the browser marks exactly what the server filters by.
 */
const LETTER = 'A-Za-zА-Яа-яЁё'
const NAME_PART = `[${LETTER}0-9-]+`
/** Characters that a URL in a sentence contains, and those that it can end with. */
const ADDRESS_REST = '[^\\s<>"«»]*[^\\s<>"«».,;:!?)}…\\]\']'

const SCHEME = '(?:[Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp]|tg|viber|whatsapp)'
/** Only these endings count as domains, because the space after a full stop is often forgotten. */
const CYRILLIC_ZONES = '(?:рф|РФ|рус|дети|москва|онлайн|сайт|орг|ком|бел|укр)'
const ZONE = `(?:xn--[a-z0-9-]+|[A-Za-z]{2,24}|${CYRILLIC_ZONES})`
const NOT_WITHIN_NAME = `(?<![${LETTER}0-9@._%+-])`

const EMAIL = `${NOT_WITHIN_NAME}[${LETTER}0-9._%+-]+@${NAME_PART}(?:\\.${NAME_PART})+`
const FULL_LINK = `${SCHEME}://${ADDRESS_REST}`
const BARE_LINK = `${NOT_WITHIN_NAME}(?:${NAME_PART}\\.)+${ZONE}(?![${LETTER}0-9-])(?:(?::[0-9]+)?/(?:${ADDRESS_REST})?)?`
const HANDLE = `${NOT_WITHIN_NAME}@[A-Za-z][A-Za-z0-9_]{3,31}`

/** Separators between the digits of a number: spaces, no-break spaces, brackets, dots, hyphens and dashes. */
const BETWEEN = '[\\s\u00a0().‑–—-]{0,3}'
/** First digits of area and mobile codes. A date like «8.05.1945» does not match. */
const CODE_START = '[34789]'
const PHONE = [
  `\\+[0-9](?:${BETWEEN}[0-9]){8,13}`,
  `[78]${BETWEEN}${CODE_START}(?:${BETWEEN}[0-9]){9}`,
  `\\(${CODE_START}[0-9]{2}\\)[ -]?[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{2}`,
  `${CODE_START}[0-9]{2}[ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}`,
  '9[0-9]{9}',
  '[0-9]{3}-[0-9]{2}-[0-9]{2}',
]
  .map((form) => `(?<![0-9])${form}(?![0-9])`)
  .join('|')

export const CONTACT_PATTERNS = {
  email: EMAIL,
  link: `${FULL_LINK}|${BARE_LINK}`,
  handle: HANDLE,
  phone: PHONE,
} as const
export type ContactKind = keyof typeof CONTACT_PATTERNS

/** Any of them. */
export const CONTACT_PATTERN = Object.values(CONTACT_PATTERNS).join('|')

/** A cheap pre-check: matches every text that CONTACT_PATTERN matches, and fails fast on most others. */
export const CONTACT_HINT = `[@/]|\\.[${LETTER}]|(?:[0-9]${BETWEEN}){6}[0-9]`

const CONTACT = new RegExp(CONTACT_PATTERN)
/** Disguises of addresses, which do not occur in sentences, and the sign that each one replaces. */
const DISGUISES: [RegExp, string][] = [
  [/。/g, '.'],
  [/\s?[[({<]\s?(?:\.|dot|дот|точка)\s?[\])}>]\s?/giu, '.'],
  [/\s?[[({<]\s?(?:@|at|эт|собака|собачка)\s?[\])}>]\s?/giu, '@'],
  [/\s(?:dot|дот|точка)\s(?=[a-z]{2,24}(?!\p{L})|(?:рф|рус|ру|ком|орг)(?!\p{L}))/giu, '.'],
  [/\s\.\s?(?=[a-z]|(?:рф|рус|ру)(?!\p{L}))/giu, '.'],
  [/\.\s(?=(?:com|net|org|info|biz|ru|su|me|io|рф|рус)(?![\p{L}\d]))/giu, '.'],
  [/\s?@\s?/gu, '@'],
  [/\.ру(?!\p{L})/giu, '.ru'],
]
/** Schemes of any kind, «www», endings in mixed alphabets. */
const SIGN_OF_ADDRESS = /:\/\/|(?<!\p{L})www(?!\p{L})|\.рф(?!\p{L})|\.\p{L}{0,24}(?:[a-z][а-яё]|[а-яё][a-z])/iu
/** A year is no part of a telephone number. */
const YEAR = /(?<![0-9])(?:1[6-9]|20)[0-9]{2}(?![0-9])/g
const MANY_DIGITS = /[0-9](?:[^\p{L}0-9]{0,3}[0-9]){9}/u

/**
 * Whether a text holds a contact, also a disguised one: `example . com`, «почта (точка) рф», full-width signs. Stricter than
 * CONTACT_PATTERN, for texts that go to strangers.
 */
export function mayHoldContact(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/\s+/gu, ' ')
  const undisguised = DISGUISES.reduce((words, [disguise, sign]) => words.replace(disguise, sign), plain)
  return (
    [plain, undisguised].some((words) => CONTACT.test(words) || SIGN_OF_ADDRESS.test(words)) ||
    MANY_DIGITS.test(plain.replace(YEAR, ''))
  )
}
