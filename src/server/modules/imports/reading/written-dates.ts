import type { Precision } from '@contract/memorial-terms'

/** Dates as people write them in Russian: in tables, in notes, and in family trees that do not follow their own grammar. */

/** A date with its precision, as the fields of the form: the date is '' when it is unknown. */
export interface WrittenDate {
  date: string
  precision: Precision
  /** The text tells how a person died: «Пропал без вести в октябре 1941 года». */
  story?: string
  /** The text says something that a date of a page cannot, such as «до 1917» or «весной 1942 г.». */
  isRounded?: boolean
}

export type DateProblem = 'two-digit year' | 'bare number' | 'not understood'

/** How a date can be written, for the message of a problem. */
export const DATE_FORMS =
  'Так мы прочтём: 05.05.1920, 5 мая 1920, 05.1920, май 1920, 1920, около 1920, неизвестно или пустая ячейка.'

const PROBLEM_TEXTS: Record<DateProblem, string> = {
  'two-digit year': 'год здесь из двух цифр, и неясно, какого он века',
  'bare number': 'это просто число, и неясно, какой это день',
  'not understood': 'эту дату прочесть не удалось',
}
const QUOTE_MAX_LENGTH = 60

/** A problem in words: it quotes the text, and names the forms that are read. */
export function dateProblemText(text: string, problem: DateProblem): string {
  return `«${quoted(text)}»: ${PROBLEM_TEXTS[problem]}. ${DATE_FORMS}`
}

/** What a cell said, for a sentence about it. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > QUOTE_MAX_LENGTH ? `${line.slice(0, QUOTE_MAX_LENGTH).trimEnd()}…` : line
}

/** A text longer than this is no date. */
const TEXT_MAX_LENGTH = 200

const NO_DATE =
  /^(?:дата |год |точно )*(?:[xх]{1,4}|не ?известн[аоы]?|неизвестен|неизв|не ?ясно|не ?установлен[ао]?|не ?указан[ао]?|не ?определен[ао]?|отсутствует|нет|(?:нет|без) (?:данных|сведений|даты|информации)|(?:данных|сведений|даты) нет|н ?\/ ?[дз]|б ?\/ ?д|н ?д|unknown|null|n ?\/ ?a)$/
/** An unknown day or month: «__.12.1942», «00.12.1942», «??.12.1942». */
const BLANK = '(?:[_?*хx.…-]{1,4}|00?)'
const D = `(\\d{1,2}|${BLANK})`
const SEPARATOR = ' ?[./,-] ?'
const MONTH_STEMS = ['янв', 'фев', 'мар', 'апр', 'ма[йяе]', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']
const MONTH = `(${MONTH_STEMS.map((stem) => (stem === 'ма[йяе]' ? stem : `${stem}[а-я]{0,6}`)).join('|')})\\.?`
const ROMAN = '([ivxіх]{1,4})'
const YEAR = '(\\d{4})'
const NOT_IN_NUMBER = (form: string) => new RegExp(`(?<![\\d])${form}(?![\\d])`)

/** One after another: the first that is found is the date. */
const FORMS: { form: RegExp; read: (groups: (string | undefined)[]) => Parts | undefined }[] = [
  // 1920-05-05, and 1920-05-00
  { form: NOT_IN_NUMBER(`${YEAR}${SEPARATOR}${D}${SEPARATOR}${D}`), read: ([y, m, d]) => numbers(d, m, y) },
  { form: NOT_IN_NUMBER(`${D}${SEPARATOR}${D}${SEPARATOR}${YEAR}`), read: ([d, m, y]) => numbers(d, m, y) },
  { form: NOT_IN_NUMBER(`(\\d{1,2}) (\\d{1,2}) ${YEAR}`), read: ([d, m, y]) => numbers(d, m, y) },
  { form: NOT_IN_NUMBER(`(\\d{1,2})[ .-]{1,2}${ROMAN}[ .-]{1,2}${YEAR}`), read: ([d, m, y]) => inRoman(d, m, y) },
  // 5 (17) мая 1899 and 23 апреля (5 мая) 1899: the second one is by today's calendar
  {
    form: NOT_IN_NUMBER(`\\d{1,2} ${MONTH} ?\\( ?(\\d{1,2}) ${MONTH} ?\\) ?${YEAR}`),
    read: ([, d, m, y]) => inWords(d, m, y),
  },
  {
    form: NOT_IN_NUMBER(`\\d{1,2} ?[(/] ?(\\d{1,2})\\)? ${MONTH} ${YEAR}`),
    read: ([d, m, y]) => inWords(d, m, y),
  },
  {
    form: NOT_IN_NUMBER(`(\\d{1,2}|${BLANK})(?:-?(?:го|ого|е|ое))?[ .-]{1,2}${MONTH}[ ,.-]{0,2}${YEAR}`),
    read: ([d, m, y]) => inWords(d, m, y),
  },
  {
    form: NOT_IN_NUMBER(`${YEAR}(?: ?г(?:од[ау]?)?\\.?)?,? (\\d{1,2}) ${MONTH}`),
    read: ([y, d, m]) => inWords(d, m, y),
  },
  {
    form: NOT_IN_NUMBER(`${YEAR}(?: ?г(?:од[ау]?)?\\.?)?,? ${MONTH}(?: (\\d{1,2}))?`),
    read: ([y, m, d]) => inWords(d, m, y),
  },
  { form: NOT_IN_NUMBER(`${MONTH}(?: (\\d{1,2}))?[ ,.-]{1,2}${YEAR}`), read: ([m, d, y]) => inWords(d, m, y) },
  { form: NOT_IN_NUMBER(`(\\d{1,2}|${BLANK})${SEPARATOR}${YEAR}`), read: ([m, y]) => numbers(undefined, m, y) },
  { form: NOT_IN_NUMBER(`${YEAR} ?[./] ?(0\\d|1[0-2]|${BLANK})`), read: ([y, m]) => numbers(undefined, m, y) },
  { form: NOT_IN_NUMBER(`${YEAR}-?(?:е|х|ые|ых)(?![а-я])`), read: ([y]) => ({ year: y, isBound: true }) },
  { form: NOT_IN_NUMBER(`${YEAR}-(0\\d|1[0-2]|${BLANK})`), read: ([y, m]) => numbers(undefined, m, y) },
  // 1900-1905, 1900/01, 1900 или 1901, 1900-е годы, 191?
  {
    form: NOT_IN_NUMBER(`${YEAR}(?: ?г(?:г|од[ау]?|оды)?\\.?)? ?(?:[-/]|или|либо|и|по|до) ?(?:\\d{4}|\\d{2})`),
    read: ([y]) => ({ year: y, isBound: true }),
  },
  { form: /(?<!\d)(\d{3})[_?*хx-](?!\d)/, read: ([decade]) => ({ year: `${decade}0`, isBound: true }) },
  { form: NOT_IN_NUMBER(`${YEAR} ?\\(?(\\?)?`), read: ([y, doubt]) => ({ year: y, isAbout: doubt !== undefined }) },
]

interface Parts {
  year: string | undefined
  month?: string | undefined
  day?: string | undefined
  isAbout?: boolean
  /** The date is only one end of a time. */
  isBound?: boolean
  /** The text says more than the date. */
  isPart?: boolean
}

/** Which of two numbers before a year is the day. */
export type DayOrder = 'day first' | 'month first'

const isBlank = (part: string | undefined) => part === undefined || !/^\d+$/.test(part) || Number(part) === 0

function numbers(day: string | undefined, month: string | undefined, year: string | undefined): Parts {
  if (isBlank(month)) return { year, ...(!isBlank(day) && { isPart: true }) }
  return { year, month, day: isBlank(day) ? undefined : day }
}

function inWords(day: string | undefined, month: string | undefined, year: string | undefined): Parts {
  return numbers(day, String(numberOfMonth(month ?? '')), year)
}

function numberOfMonth(word: string): number {
  return MONTH_STEMS.findIndex((stem) => new RegExp(`^${stem}`).test(word)) + 1
}

const ROMAN_MONTHS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

function inRoman(day: string | undefined, month = '', year: string | undefined): Parts | undefined {
  const number = ROMAN_MONTHS.indexOf(month.replaceAll('і', 'i').replaceAll('х', 'x')) + 1
  return number > 0 ? numbers(day, String(number), year) : undefined
}

/** They say only which date it is. */
const PLAIN_WORDS =
  /(?<![а-я])(?:г ?\.? ?р|гр|г|гг|год|года|году|годы|годов|годах|рожд|рождения|рождение|род|р|родил(?:ся|ась|ись)|дата|смерти|смерть|ум|умер|умерла|умерли|скончал(?:ся|ась)|сконч|день|в|во|числа|н ?\.? ?ст|(?:по )?нов(?:ого|ому) стил[юя])(?![а-я])/
const ABOUT_WORDS =
  /(?<![а-я])(?:около|ок|примерно|приблизительно|прибл|ориентировочно|предположительно|предп|предпол|вероятно|возможно|видимо|порядка|где-то|ca|c|circa|abt)(?![а-я])|[~≈±]/
/** The date is only one end of a time. */
const BOUND_WORDS = /(?<![а-я])(?:до|после|раньше|ранее|позднее|позже|не|перед|между|от|с|со)(?![а-я])/
/** Which part of the time, and which calendar. */
const PART_WORDS =
  /(?<![а-я])(?:весн(?:а|ой|ы|ою)|лет(?:о|ом|а)|осен(?:ь|ью|и)|зим(?:а|ой|ы|ою)|начал(?:о|е|а)|кон(?:ец|це|ца)|середин(?:а|е|ы)|перв(?:ая|ой)|втор(?:ая|ой)|половин(?:а|е|ы)|(?:по )?стар(?:ого|ому) стил[юя]|ст ?\.? ?ст)(?![а-я])/
const KNOWN_WORDS = new RegExp(
  [PLAIN_WORDS, ABOUT_WORDS, BOUND_WORDS, PART_WORDS].map(({ source }) => source).join('|'),
  'g',
)
/** What happened to the person, not only when. */
const FATE =
  /(?<![а-я])(?:пропа(?:л|вш)|без вести|б ?\/ ?в|погиб|убит|расстрел|казнен|умер|скончал|попал|пленен|не верну|утону|сгорел|замучен|репрессирован|сбит|похоронен)/

/**
 * Reads a date, or says why it cannot. `order` decides about 5/6/1920, which is a day of June in Russia and of May in
 * America.
 */
export function readWrittenDate(text: string, order: DayOrder = 'day first'): WrittenDate | { problem: DateProblem } {
  if (text.length > TEXT_MAX_LENGTH) return { problem: 'not understood' }
  const usual = usualDate(text)
  if (usual) return usual
  const typed = plain(text)
  const said = inSmallLetters(typed)
  if (!/[а-яa-z1-9]/.test(said) || NO_DATE.test(said.replace(/[.()?]/g, '').trim())) return UNKNOWN
  if (!/\d/.test(said) && FATE.test(said)) return { ...UNKNOWN, story: sentence(typed) }

  for (const { form, read } of FORMS) {
    const found = form.exec(said)
    const parts = found && read(found.slice(1))
    if (!found || !parts) continue
    const around = [typed.slice(0, found.index), typed.slice(found.index + found[0].length)] as const
    return dated(swapped(parts, found[0], order), around) ?? { problem: problemOf(said) }
  }
  return { problem: problemOf(said) }
}

const UNKNOWN: WrittenDate = { date: '', precision: 'unknown' }

/** What most cells hold, without looking further: a table may have 200 000 of them. */
function usualDate(text: string): WrittenDate | undefined {
  if (text === '') return UNKNOWN
  const [found, day, month, year = ''] = /^(?:(?:(\d{1,2})\.)?(\d{1,2})\.)?(\d{4})$/.exec(text) ?? []
  if (found === undefined || Number(month) === 0 || Number(day) === 0) return undefined
  if (month === undefined) return { date: year, precision: 'year' }
  if (day === undefined) return { date: `${year}-${month}`, precision: 'month' }
  return { date: `${year}-${month}-${day}`, precision: 'day' }
}

function problemOf(said: string): DateProblem {
  if (/^\d{1,2} ?[./-] ?\d{1,2} ?[./-] ?\d{2}(?!\d)|^\d{1,2} [а-я]{3,8} \d{2}(?!\d)/.test(said)) return 'two-digit year'
  return /^[\d.,]+$/.test(said) ? 'bare number' : 'not understood'
}

/** Plain spaces and dashes, without a time and without the apostrophe that Excel puts before a text. */
function plain(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}|[\u0300\u0301]/gu, '')
    .normalize('NFC')
    .replace(/[\p{Zs}\s]+/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/["«»“”„]/g, '')
    .replace(/^[ ’']+/, '')
    .replace(
      /(?<=\d)(?:[tT ]|, )\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[apAP][mM])?(?:[zZ]|[+-]\d{2}:?\d{2})?$/,
      '',
    )
    .replace(/^\((.*)\)$/, '$1')
    .trim()
}

/** As long as the text itself, so that a place in one is a place in the other. */
function inSmallLetters(text: string): string {
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small === 'ё' ? 'е' : small.length === letter.length ? small : letter
  }).join('')
}

/** A slash is American where the second number can be no month. */
function swapped(parts: Parts, found: string, order: DayOrder): Parts {
  const { day, month } = parts
  if (!day || !month || !/^\d{1,2} ?\//.test(found)) return parts
  const isAmerican = Number(month) > 12 ? Number(day) <= 12 : order === 'month first' && Number(day) <= 12
  return isAmerican ? { ...parts, day: month, month: day } : parts
}

/** A date with the words around it. Undefined where they or further numbers may mean something else. */
function dated(parts: Parts, [before, after]: readonly [string, string]): WrittenDate | undefined {
  const { year = '', month, day } = parts
  const around = inSmallLetters(`${before} | ${after}`)
  const isStory = /[\p{L}\d]/u.test(around.replace(KNOWN_WORDS, '')) || FATE.test(around.replace(KNOWN_WORDS, ''))
  if (isStory && (!FATE.test(around) || /\d/.test(before))) return undefined
  // In a story other words may be between these: «умер от ран 3 марта 1945».
  const near = isStory ? (WORDS_NEXT_TO_DATE.exec(before.toLowerCase())?.[0] ?? '') : around
  const isBound = parts.isBound === true || BOUND_WORDS.test(near)
  const isAbout = parts.isAbout === true || isBound || ABOUT_WORDS.test(near)
  const precision: Precision = isAbout ? 'about' : day ? 'day' : month ? 'month' : 'year'
  const date = { day: `${year}-${month}-${day}`, month: `${year}-${month}`, year, about: year, unknown: '' }[precision]
  if (isStory) {
    const when = `${whenInWords(parts, precision)}${after.replace(YEAR_AFTER_DATE, '')}`
    return { date, precision, story: sentence(`${before.replace(WORDS_BEFORE_DATE, '')} ${when}`) }
  }
  const isRounded = isBound || parts.isPart === true || PART_WORDS.test(around) || (isAbout && month !== undefined)
  return { date, precision, ...(isRounded && { isRounded }) }
}

const WORDS_NEXT_TO_DATE = /(?<![а-я-])(?:не )?(?<![а-я-])[а-я-]+\.? ?$/
const WORDS_BEFORE_DATE = /(?<![а-я])(?:в|во|около|ок\.?) ?$/i
const YEAR_AFTER_DATE = /^ ?г(?:од[ау]?)?(?![а-я])\.?/i

const MONTHS_OF = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const IN_MONTHS = 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(' ')

function whenInWords({ year, month, day }: Parts, precision: Precision): string {
  const nth = Number(month) - 1
  if (precision === 'day') return `${Number(day)} ${MONTHS_OF[nth] ?? ''} ${year} года`
  if (precision === 'month') return `в ${IN_MONTHS[nth] ?? ''} ${year} года`
  return precision === 'about' ? `около ${year} года` : `в ${year} году`
}

function sentence(text: string): string {
  const line = text
    .replace(/ {2,}/g, ' ')
    .replace(/(?<![\s.,;])[\s.,;]+$/, '')
    .trim()
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`
}
