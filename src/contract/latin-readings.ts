/** The Russian words that typed Latin letters may mean: typed on a Latin keyboard layout, or transliterated. */

const ROWS_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`" + 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'.toLowerCase()
const ROWS_RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюе'.repeat(2)
const ON_THE_OTHER_KEYBOARD = new Map(Array.from(ROWS_LATIN, (sign, index) => [sign, ROWS_RUSSIAN[index] as string]))

/**
 * The word that the same keys type on a Russian layout: «gtnhjd» is «петров». Undefined for input without Latin
 * letters.
 */
function fromLatinKeyboard(typed: string): string | undefined {
  if (!isTypedInLatin(typed)) return undefined
  const letters = Array.from(typed, (sign) => ON_THE_OTHER_KEYBOARD.get(sign))
  return letters.includes(undefined) ? undefined : letters.join('')
}

/** The Russian letters for Latin ones in names and passports, most likely first. */
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

/** All Russian words that a lower-case word may stand for, most likely first; empty without Latin letters. */
export function latinReadings(typed: string): string[] {
  const onOtherKeyboard = fromLatinKeyboard(typed)
  return [...(onOtherKeyboard ? [onOtherKeyboard] : []), ...fromTransliteration(typed)]
}

/** Russian words that a transliterated one may stand for, at most `READINGS_MAX`, most likely first. */
function fromTransliteration(typed: string): string[] {
  if (!/^[a-z'`’]+$/.test(typed)) return []
  let readings = ['']
  for (let index = 0; index < typed.length;) {
    const group = longestGroup(typed, index)
    const letters = TRANSLITERATED[group] as readonly string[]
    // First the most likely letters for every reading, then rarer ones, up to the limit.
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

export function isTypedInLatin(typed: string): boolean {
  return /[a-z]/.test(typed)
}
