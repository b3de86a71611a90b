import './locale'
import { mixed, number, string, type StringSchema } from 'yup'
import { withDomainInLetters } from './email-address'
import { EMAIL_MAX_LENGTH, ID_MAX, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits'
import { capitalizeName } from './names'

/** The kinds of fields that forms and routes share, with their Russian messages. */

export const REQUIRED = (label: string) => `Поле «${label}» обязательно для заполнения`
export const UNREADABLE_TEXT = 'Текст содержит недопустимые символы'
export const EMAIL_INVALID = 'Пожалуйста, введите корректный email адрес.'
export const NUMBER_EXPECTED = 'Ожидается целое число'
export const TEXT_TOO_LONG = (label: string, maxLength: number) => `${label}: не более ${maxLength} символов`
export const TOO_MANY_MARKS = (label: string) =>
  `${label}: слишком много значков подряд над или под одной буквой. Пожалуйста, уберите лишние`

/** A text may arrive longer than its limit, since cleaning shortens it. This is the maximum factor. */
export const TEXT_AS_SENT_FACTOR = 4
/**
 * The maximum number of combining marks on one letter. Normalisation takes quadratic time in their number; no language
 * needs half as many.
 */
const MARKS_IN_A_ROW_MAX = 30

export const PASSWORD_RULES = [
  {
    message: 'Пароль должен содержать не менее 8 символов',
    holds: (password: string) => password.length >= PASSWORD_MIN_LENGTH,
  },
  {
    message: 'Пароль должен содержать хотя бы одну заглавную букву',
    holds: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    message: 'Пароль должен содержать хотя бы одну строчную букву',
    holds: (password: string) => /\p{Ll}/u.test(password),
  },
  { message: 'Пароль должен содержать хотя бы одну цифру', holds: (password: string) => /\d/.test(password) },
] as const

const LINE_CONTROLS = /[\t\n\r]/g
/** Line breaks of other systems: of old word processors, of mainframes and of Unicode. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Joiners, variation selectors and tags: some pictures and letters consist of them. */
const JOINERS = '[\\u200c\\u200d\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0020}-\\u{e01ef}]'
/**
 * Control characters except line breaks and tabs, and what Unicode never shows, such as zero-width spaces, soft hyphens
 * and characters that change the direction of text.
 */
const HIDDEN = new RegExp(
  `[\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\ufff9-\\ufffb]|(?!${JOINERS})\\p{Default_Ignorable_Code_Point}`,
  'gu',
)
/** They have no effect at the start, after a space, and after letters that are never joined. */
const JOINERS_WITHOUT_EFFECT = new RegExp(`(?<=^|[\\s\\p{Script=Cyrillic}\\p{Script=Latin}])${JOINERS}+`, 'gu')
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
// The lookbehind ensures that each run of marks is scanned only once, from its start.
const TOO_MANY_MARKS_IN_A_ROW = new RegExp(`(?<!\\p{M})\\p{M}{${MARKS_IN_A_ROW_MAX + 1}}`, 'u')
const CONSONANTS = '[бвгґджзклмнпрстфхцчшщ]'
const VOWELS_AFTER_APOSTROPHE = '[яюєїеёі]'
/**
 * The letters of all languages of Russia, such as Ә, Һ, Ӏ and Ї. Some of them, such as О̆ and Ы̄, have no single code
 * point in Unicode, so they consist of a letter and a combining mark. Ukrainian and Belarusian names have an apostrophe:
 * Дем’яненко.
 */
const CYRILLIC_NAME = new RegExp(
  `^(?:(?=[\\p{Lu}\\p{Ll}])\\p{Script=Cyrillic}[\\u0304\\u0306\\u0308]{0,2}|[ -]|(?<=${CONSONANTS})’(?=${VOWELS_AFTER_APOSTROPHE}))+$`,
  'iu',
)
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u

/** Most names. */
const PLAIN_ALREADY = /^[а-яё]*(?:[ -][а-яё]+)*$/i
const SPACES = /[\p{Zs}\s\u2800]+/gu
const HYPHEN = /(?: ?[\p{Pd}\u2212\u2043])+ ?/gu
/** What a name never holds, though other texts may: joiners and variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const APOSTROPHE = new RegExp(
  `(?<=${CONSONANTS})['\\u2018\\u2032\\u02bc\\u02b9\\u0060\\u00b4](?=${VOWELS_AFTER_APOSTROPHE})`,
  'giu',
)
const STRESS = /(?<=\p{Script=Cyrillic}\p{M}?)[\u0300\u0301\u0341\u0340]+|(?<=[аеёиоуыэюяєії])[\u00b4\u02ca\u0060]/giu
/** Latin vowels with a stress mark, and ë, which keyboards offer in place of Cyrillic ones. */
const LATIN_VOWELS: Record<string, string> = {
  ...{ á: 'а', à: 'а', é: 'е', è: 'е', ó: 'о', ò: 'о', ý: 'у', ỳ: 'у', ë: 'ё' },
  // With a grave accent these two have a code point of their own.
  ...{ ѐ: 'е', ѝ: 'и' },
}
const LATIN_VOWEL = /(?<=\p{Script=Cyrillic})[áàéèóòýỳëѐѝ]|[áàéèóòýỳëѐѝ](?=\p{Script=Cyrillic})/giu
/** A Latin I, l or 1 where languages of the Caucasus have Ӏ (palochka): ХӀава, МухӀаммад, Ӏабдулла. */
const PALOCHKA =
  /(?<=[гкпстхцчшщлфжъГКПСТХЦЧШЩЛФЖЪ])[Il|1](?=\p{Script=Cyrillic})|(?<=^|[ -])[Il|1](?=[аеёиоуыэюяАЕЁИОУЫЭЮЯ])|(?<=\p{Script=Cyrillic})I(?=\p{Script=Cyrillic})|(?<=[аеёиоуыэюя])[l|1](?=[аеёиоуыэюя])/gu

/** A multi-line text: NFC, trimmed, without control and bidirectional-override characters. */
export function longText(label: string, maxLength: number): StringSchema {
  return cleanedText(label, maxLength, (text) => text)
}

/**
 * A single-line text, cleaned like a long one; line breaks and tabs become spaces. With an `asSentFactor` of 1
 * characters that cleaning removes count too.
 */
export function lineOfText(
  label: string,
  maxLength: number,
  { asSentFactor = TEXT_AS_SENT_FACTOR } = {},
): StringSchema {
  return cleanedText(label, maxLength, onOneLine, asSentFactor)
}

/**
 * A field of a person's name: Cyrillic letters, spaces and hyphens, capitalised as names are. What typing and pasting
 * bring is made plain before.
 */
export function personName(label: string): StringSchema {
  const message = `${label} может содержать только русские буквы, дефисы и пробелы`
  return cleanedText(label, NAME_MAX_LENGTH, (text) => capitalizeName(plainName(text))).test(
    'cyrillic-name',
    message,
    (name) => !name || (CYRILLIC_NAME.test(name) && /\p{L}/u.test(name)),
  )
}

export function emailField(missing = REQUIRED('E-mail')): StringSchema<string> {
  return emailLine('E-mail').required(missing).matches(EMAIL, { message: EMAIL_INVALID, excludeEmptyString: true })
}

/** An optional email address: empty means none. */
export function optionalEmailField(label = 'E-mail') {
  return emailLine(label).nullable().default(null).matches(EMAIL, { message: EMAIL_INVALID, excludeEmptyString: true })
}

function emailLine(label: string): StringSchema {
  return lineOfText(label, EMAIL_MAX_LENGTH).transform((email: unknown) =>
    typeof email === 'string' ? withDomainInLetters(email) : email,
  )
}

/** A password as typed: never trimmed or normalised. Its rules are in `newPassword`. */
export function passwordField(label = 'Пароль'): StringSchema<string> {
  return string()
    .strict()
    .typeError(UNREADABLE_TEXT)
    .required(REQUIRED(label))
    .max(PASSWORD_MAX_LENGTH, `${label} должен содержать не более ${PASSWORD_MAX_LENGTH} символов`)
}

/** A new password. The message names all broken rules, one per line. */
export function newPassword(label = 'Пароль'): StringSchema<string> {
  return passwordField(label).test('password-rules', (password, { createError }) => {
    const failures = failedPasswordRules(password)
    return failures.length === 0 || createError({ message: failures.join('\n') })
  })
}

/** The messages of the broken password rules. */
export function failedPasswordRules(password: string | undefined): string[] {
  return PASSWORD_RULES.filter(({ holds }) => !holds(password ?? '')).map(({ message }) => message)
}

/** A whole number from a query or a path, where every value is text. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return number()
    .transform((value: number, original: unknown) => (isPlainInteger(original) ? value : Number.NaN))
    .typeError(NUMBER_EXPECTED)
    .integer(NUMBER_EXPECTED)
    .min(min, `Значение должно быть не меньше ${min}`)
    .max(max, `Значение должно быть не больше ${max}`)
}

/** A year in a query. A form that is submitted without scripts sends an empty text for no year. */
export function yearOrNone() {
  return wholeNumber(1, 9999).transform((year: number, original: unknown) => (original === '' ? undefined : year))
}

/** The id of a record. */
export function recordId() {
  return wholeNumber(1, ID_MAX)
}

/**
 * Ids of many records. A hostile body may contain thousands of nested lists: one check of each rejects them, where a
 * schema per element would take half a second.
 */
export function listOfIds(max: number, message: string) {
  const isId = (value: unknown) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= ID_MAX
  return mixed<number[]>({
    check: (value): value is number[] => Array.isArray(value) && value.length <= max && value.every(isId),
  })
    .typeError(message)
    .meta({ isListOfIds: true })
}

function isPlainInteger(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value))
}

/** Replaces a text that is too long to clean. It is not a string, so tests of strings do not run on it. */
class RefusedText {
  constructor(readonly message: string) {}
}

/**
 * Yup transforms a value before it tests it, and runs all tests even when one has failed. So a text that would be too
 * expensive to clean is replaced by a value that is not a string: it fails the type check, and no other test runs.
 */
function cleanedText(
  label: string,
  maxLength: number,
  clean: (text: string) => string,
  asSentFactor = TEXT_AS_SENT_FACTOR,
) {
  const tooLong = TEXT_TOO_LONG(label, maxLength)
  return string()
    .transform((_value, original: unknown) => {
      if (typeof original !== 'string') return original
      if (original.length > maxLength * asSentFactor) return new RefusedText(tooLong)
      const visible = withoutHidden(original)
      // After the cleaning: removing a control character can join two runs of marks.
      if (TOO_MANY_MARKS_IN_A_ROW.test(visible)) return new RefusedText(TOO_MANY_MARKS(label))
      return clean(visible.normalize('NFC').trim())
    })
    .typeError(({ value }: { value: unknown }) => (value instanceof RefusedText ? value.message : UNREADABLE_TEXT))
    .test('readable', UNREADABLE_TEXT, (text) => !text || (!text.includes('\0') && !LONE_SURROGATE.test(text)))
    .max(maxLength, tooLong)
}

function withoutHidden(text: string): string {
  return text.replace(LINE_BREAKS, '\n').replace(HIDDEN, '').replace(JOINERS_WITHOUT_EFFECT, '')
}

function onOneLine(text: string): string {
  return text.replace(LINE_CONTROLS, ' ').trim()
}

/**
 * A name as typed or pasted, in plain signs: without stress marks and invisible signs, with plain spaces and hyphens, no
 * spaces around a hyphen, and Ӏ where something like it was typed. Composed letters such as й stay.
 */
function plainName(name: string): string {
  if (PLAIN_ALREADY.test(name)) return name
  return name
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(HYPHEN, '-')
    .replace(APOSTROPHE, '’')
    .replace(STRESS, '')
    .replace(LATIN_VOWEL, cyrillicVowel)
    .replace(PALOCHKA, 'Ӏ')
    .normalize('NFC')
    .trim()
}

function cyrillicVowel(letter: string): string {
  const small = letter.toLowerCase()
  const vowel = LATIN_VOWELS[small] ?? letter
  return small === letter ? vowel : vowel.toUpperCase()
}
