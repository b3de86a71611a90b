import { nameKey } from '../../../lib/search-text'

/** What was typed into the one box. */
export interface Question {
  words: Word[]
  /** Each is the year of birth or of death; two are both. */
  years: number[]
}

export interface Word {
  /** In the form of `nameKey`. */
  key: string
  /** As it was typed, in lower case: on the keys of a Latin keyboard, letters of Russian names are punctuation. */
  typed: string
}

/** More than a name has. The rest is not looked at. */
const WORDS_MAX = 8
const YEAR = /^\d{4}$/
const WORD_FOR_YEAR = /^(?:гг?|года?)$/

/** Parts at spaces, hyphens and dashes: «Петров-Водкин 1878–1939» are two words and two years. */
export function readQuestion(q: string): Question {
  const words: Word[] = []
  const years: number[] = []
  let isAfterYear = false
  for (const typed of q
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s\p{Pd}]+/u)) {
    const key = nameKey(typed.replace(/[^\p{L}\p{M}\p{N}]+/gu, ''))
    const isYear = YEAR.test(key.replace(/(?<=\d)г$/, ''))
    if (isYear) years.push(parseInt(key))
    else if (isAfterYear && WORD_FOR_YEAR.test(key)) continue
    else if (/\p{L}/u.test(key) || isTypedInLatin(typed)) words.push({ key, typed })
    isAfterYear = isYear
  }
  return { words: words.slice(0, WORDS_MAX), years: years.slice(0, 2) }
}

const ROWS_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`" + 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'.toLowerCase()
const ROWS_RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюе'.repeat(2)
const ON_THE_OTHER_KEYBOARD = new Map(Array.from(ROWS_LATIN, (sign, index) => [sign, ROWS_RUSSIAN[index] as string]))

function isTypedInLatin(typed: string): boolean {
  return /[a-z]/.test(typed)
}

/** What a word would be had the keyboard been Russian: «gtnhjd» is «петров». Undefined for what was not typed in Latin letters. */
export function fromLatinKeyboard(typed: string): string | undefined {
  if (!isTypedInLatin(typed)) return undefined
  const letters = Array.from(typed, (sign) => ON_THE_OTHER_KEYBOARD.get(sign))
  return letters.includes(undefined) ? undefined : letters.join('')
}

/** The Russian letters for which people write Latin ones in names and passports, the likeliest first. */
const TRANSLITERATED: Record<string, readonly string[]> = {
  shch: ['щ'],
  sch: ['щ', 'сч', 'ш'],
  tch: ['ч'],
  sh: ['ш'],
  ch: ['ч'],
  zh: ['ж'],
  kh: ['х'],
  ts: ['ц', 'тс'],
  tz: ['ц'],
  ya: ['я', 'ья'],
  ia: ['я', 'иа', 'ия'],
  ja: ['я'],
  yu: ['ю', 'ью'],
  iu: ['ю'],
  ju: ['ю'],
  yo: ['е', 'ье'],
  jo: ['е'],
  ye: ['е', 'ье'],
  ie: ['ие', 'ье', 'е'],
  iy: ['ий'],
  ij: ['ий'],
  ii: ['ий', 'ии'],
  yi: ['ий', 'ы'],
  yy: ['ый'],
  ay: ['ай'],
  ai: ['ай', 'аи'],
  ey: ['ей'],
  ei: ['ей', 'еи'],
  oy: ['ой'],
  oi: ['ой', 'ои'],
  x: ['кс', 'х'],
  a: ['а'],
  b: ['б'],
  c: ['ц', 'к'],
  d: ['д'],
  e: ['е', 'э'],
  f: ['ф'],
  g: ['г'],
  h: ['х', 'г'],
  i: ['и', 'й'],
  j: ['й', 'ж'],
  k: ['к'],
  l: ['л'],
  m: ['м'],
  n: ['н'],
  o: ['о'],
  p: ['п'],
  q: ['к'],
  r: ['р'],
  s: ['с'],
  t: ['т'],
  u: ['у'],
  v: ['в'],
  w: ['в'],
  y: ['ы', 'й', 'ий'],
  z: ['з'],
  "'": ['ь', ''],
  '`': ['ь', ''],
  '’': ['ь', ''],
}
const LONGEST_GROUP = 4
const READINGS_MAX = 24

/** Russian words that a transliterated one may stand for, at most `READINGS_MAX`, the likeliest first. */
export function fromTransliteration(typed: string): string[] {
  if (!/^[a-z'`’]+$/.test(typed)) return []
  let readings = ['']
  for (let index = 0; index < typed.length;) {
    const group = longestGroup(typed, index)
    const letters = TRANSLITERATED[group] as readonly string[]
    // The likeliest letters for every reading first, then the rarer ones, as far as there is room.
    readings = letters.flatMap((letter) => readings.map((reading) => reading + letter)).slice(0, READINGS_MAX)
    index += group.length
  }
  return readings
}

function longestGroup(typed: string, from: number): string {
  for (let length = LONGEST_GROUP; length > 1; length--) {
    const group = typed.slice(from, from + length)
    if (group.length === length && group in TRANSLITERATED) return group
  }
  return typed[from] as string
}
