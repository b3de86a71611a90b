import { EARLIEST_YEAR } from '@contract/limits'

/** A date of a family tree, as far as it can be understood. */
export interface GedcomDate {
  /** As in a table: ДД.ММ.ГГГГ, ММ.ГГГГ, ГГГГ or «около ГГГГ»; empty where there is no date of our calendar. */
  cell: string
  /** What the cell cannot hold: an interval, a phrase, a day of another calendar. Russian, in lower case. */
  more?: string
  /** A text that was not understood, as the file has it. */
  unclear?: string
}

/** Of our calendar. Absent parts are unknown. */
interface Day {
  year: number
  month?: number | undefined
  day?: number | undefined
  isAbout?: boolean
  /** The day as the file has it in another calendar. */
  original?: string
}

const NOTHING = new Set([
  ...['', '?', '-', 'y', 'unknown', 'unk', 'n/a', 'неизвестно', 'неизвестна', 'не известно', 'нет данных', 'нет'],
  ...['deceased', 'dead', 'died', 'умер', 'умерла', 'да', 'yes'],
])
const TEXT_MAX_LENGTH = 200

/** `phrase` is GEDCOM 7's text next to a date. */
export function readGedcomDate(value: string, phrase = ''): GedcomDate {
  const text = value.replace(/\s+/g, ' ').trim() || phrase.trim()
  const plain = asPlain(text)
  if (NOTHING.has(plain)) return { cell: '' }
  const read = plain.length > TEXT_MAX_LENGTH ? undefined : readPlain(plain)
  if (!read) return fromPhrase(text)
  return phrase !== '' && text !== phrase.trim() ? { ...read, more: phrase.trim() } : read
}

/** «5 мая 1920», «май 1920», «1920», «около 1920», or what the file says. */
export function spokenDate({ cell, more, unclear }: GedcomDate): string {
  if (unclear !== undefined) return unclear
  if (more !== undefined) return more
  const [year = '', month, day] = cell.split('.').reverse()
  if (month === undefined) return year
  return day === undefined
    ? `${MONTHS[Number(month) - 1]} ${year}`
    : `${Number(day)} ${MONTHS_GENITIVE[Number(month) - 1]} ${year}`
}

function asPlain(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/[–—]/g, '-')
  return lower
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^(?:в|во) (?=\d)/, '')
    .trim()
}

/** A text with exactly one year tells about when; its words stay. */
function fromPhrase(text: string): GedcomDate {
  const shown = text
    .replace(/^\((.*)\)$/, '$1')
    .replace(/@#D[A-Z ]+@ ?/g, '')
    .slice(0, TEXT_MAX_LENGTH)
  const years = new Set([...text.slice(0, TEXT_MAX_LENGTH).matchAll(/(?<!\d)[12]\d{3}(?!\d)/g)].map(([year]) => year))
  const [year] = years
  return { cell: years.size === 1 && year !== undefined ? `около ${year}` : '', more: shown, unclear: shown }
}

const INTERPRETED = /^int /
const ABOUT =
  /^(?:abt|about|circa|cir|ca|c|est|estimated|cal|calculated|около|ок|примерно|приблизительно|прибл|предположительно|предп|вероятно|возможно|[~≈]|\?(?= ?\d{4}))(?:\. ?| |(?<=[~≈?]))/
const BEFORE = /^(?:bef|before|to|by|до|раньше|ранее|не позднее|не позже|<)(?:\. ?| |(?<=<))/
const AFTER = /^(?:aft|after|после|позже|позднее|не ранее|не раньше|>)(?:\. ?| |(?<=>))/
const BETWEEN = /^(?:bet|btw|between|между)\.? /
const PERIOD = /^(?:from|с|со|от) /
/** Between two dates. */
const AND = / (?:and|и|-|to|по|до|или|or) /
const TWO_YEARS = /^(\d{4}) ?(?:-|\/|\.\.|или|or) ?(\d{4})$/
const DECADE = /^(\d{3}0)-?(?:е|x|х|s)(?: ?(?:годы|годов|гг))?$/

function readPlain(plain: string): GedcomDate | undefined {
  if (INTERPRETED.test(plain)) {
    const [date = '', ...words] = plain.replace(INTERPRETED, '').split(' (')
    const day = readDay(date)
    return day && { ...asCell(day), ...(words.length > 0 && { more: words.join(' (').replace(/\)$/, '') }) }
  }
  const two = TWO_YEARS.exec(plain)
  if (two) return between(two[1] as string, two[2] as string)
  for (const start of [BETWEEN, PERIOD]) {
    const [one, other, ...rest] = start.test(plain) ? plain.replace(start, '').split(AND) : []
    if (one !== undefined && other !== undefined && rest.length === 0)
      return start === BETWEEN ? between(one, other) : period(one, other)
  }
  if (BEFORE.test(plain)) return beyond('до', plain.replace(BEFORE, ''))
  if (AFTER.test(plain)) return beyond('после', plain.replace(AFTER, ''))
  if (PERIOD.test(plain)) return beyond('с', plain.replace(PERIOD, ''))
  const [, inSeason] = SEASON.exec(plain) ?? []
  if (inSeason !== undefined) return { cell: inSeason, more: plain }
  const decade = DECADE.exec(plain)
  if (decade) return { cell: `около ${decade[1]}`, more: `${decade[1]}-е годы` }
  const day = readAbout(plain)
  return day && asCell(day)
}

const SEASON =
  /^(?:в начале|в конце|начало|конец|весной|весна|летом|лето|осенью|осень|зимой|зима|spring|summer|autumn|fall|winter) (\d{4})(?: ?(?:г\.?|года|год))?$/

function readAbout(plain: string): Day | undefined {
  const isAbout = ABOUT.test(plain) || / ?\(?\?\)?$/.test(plain)
  const day = readDay(plain.replace(ABOUT, '').replace(/ ?\(?\?\)?$/, ''))
  return day && (isAbout ? { ...day, isAbout } : day)
}

function between(one: string, other: string): GedcomDate | undefined {
  const [first, last] = [readAbout(one), readAbout(other)]
  if (!first || !last) return undefined
  return { cell: `около ${first.year}`, more: `не раньше ${genitive(first)} и не позже ${genitive(last)}` }
}

function period(one: string, other: string): GedcomDate | undefined {
  const [first, last] = [readAbout(one), readAbout(other)]
  if (!first || !last) return undefined
  return { cell: `около ${first.year}`, more: `с ${genitive(first)} по ${nominative(last)}` }
}

function beyond(word: string, text: string): GedcomDate | undefined {
  const day = readAbout(text)
  return day && { cell: `около ${day.year}`, more: `${word} ${genitive(day)}` }
}

function asCell({ year, month, day, isAbout, original }: Day): GedcomDate {
  const more = isAbout && month !== undefined ? `около ${genitive({ year, month, day })}` : original
  const said = more === undefined ? {} : { more }
  if (isAbout) return { cell: `около ${year}`, ...said }
  return {
    cell: [day, month, year]
      .filter((part) => part !== undefined)
      .map(padded)
      .join('.'),
    ...said,
  }
}

const padded = (part: number) => String(part).padStart(2, '0')

const MONTHS = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
]
const MONTHS_GENITIVE = MONTHS.map((month) => (month.endsWith('т') ? `${month}а` : month.replace(/[ьй]$/, 'я')))

function genitive({ year, month, day }: Day): string {
  const name = month === undefined ? undefined : MONTHS_GENITIVE[month - 1]
  return [day, name, year].filter((part) => part !== undefined).join(' ')
}

function nominative(day: Day): string {
  if (day.day !== undefined || day.month === undefined) return genitive(day)
  return `${MONTHS[day.month - 1]} ${day.year}`
}

const CALENDAR = /^(?:@#d([a-z ]+)@|(gregorian|julian|french_r|hebrew)(?= )) ?/
const OLD_STYLE = / ?\(?(?:ст\. ?ст\.?|по старому стилю|old style|o\. ?s\.)\)?$/
const NEW_STYLE = / ?\(?(?:н\. ?ст\.?|нов\. ?ст\.?|по новому стилю|n\. ?s\.)\)?$/

/** One date of any calendar, turned into ours. */
function readDay(text: string): Day | undefined {
  const calendar = CALENDAR.exec(text)
  const rest = text.replace(CALENDAR, '').replace(NEW_STYLE, '').trim()
  const name = (calendar?.[1] ?? calendar?.[2] ?? '').trim()
  if (name.startsWith('french')) return fromFrench(rest)
  if (name === 'julian' || OLD_STYLE.test(rest)) return fromJulian(readParts(rest.replace(OLD_STYLE, '')))
  if (name !== '' && name !== 'gregorian' && name !== 'unknown') return undefined
  const day = readParts(rest)
  return day && isInCalendar(day) ? day : undefined
}

const YEAR_WORDS = /(?<![а-я])(?:года|год|году|г\.? ?р\.?|г\.?|гг\.?|р\.?)(?![а-я])/g
const ORDINALS = /(?<=\d)(?:-?го|-?е|st|nd|rd|th)(?![а-яa-z])/g
/** Parts that a program or a person left blank: ??.05.1920, 00.00.1920, __.1920. */
const BLANK_START = /^(?:(?:\?{1,2}|_{1,2}|x{1,2}|х{1,2}|00?|\.{2,3})[./ -]){1,2}(?=\d)/
const BLANK_END = /(?:[./-](?:00?|\?\??)){1,2}$/
const YEAR_OF_TWO = /^(.*?)(\d{4})\/(\d{2}|\d{4})$/

/** Day, month and year in any of the usual orders, of digits or with the month in words. */
function readParts(text: string): Day | undefined {
  const cleaned = text.replace(YEAR_WORDS, ' ').replace(ORDINALS, '').replace(/ +/g, ' ').trim()
  const filled = cleaned.replace(BLANK_START, '').replace(BLANK_END, '')
  return fromTwoYears(filled) ?? fromDigits(filled) ?? fromWords(filled)
}

/** 11 feb 1731/32: in a year that began in March it was still 1731. Later such years mean doubt. */
function fromTwoYears(text: string): Day | undefined {
  const [, before = '', year = '', other = ''] = YEAR_OF_TWO.exec(text) ?? []
  const next = Number(year) + 1
  if (year === '' || Number(other) !== (other.length === 2 ? next % 100 : next)) return undefined
  const isDoubt = next > LAST_DUAL_YEAR
  const day =
    before.trim() === '' ? { year: isDoubt ? next - 1 : next } : fromWords(`${before} ${isDoubt ? next - 1 : next}`)
  return day && (isDoubt ? { ...day, isAbout: true } : day)
}

const LAST_DUAL_YEAR = 1753

function fromDigits(text: string): Day | undefined {
  const [first = '', second, third, ...more] = text.split(/[./ -]/)
  const all = [first, second, third].filter((part) => part !== undefined)
  if (more.length > 0 || !all.every((part) => /^\d{1,8}$/.test(part))) return undefined
  const lengths = all.map((part) => part.length > 2)
  const [a = 0, b = 0, c = 0] = all.map(Number)
  switch (lengths.map((isYear) => (isYear ? 'Y' : 'd')).join('')) {
    case 'Y':
      return first.length === 8 ? dated(Math.floor(a / 10_000), Math.floor(a / 100) % 100, a % 100) : dated(a)
    case 'dY':
      return dated(b, a)
    case 'Yd':
      return dated(a, b)
    case 'ddY':
      // 08/19/1900 can only be the American order.
      return b > 12 && a <= 12 ? dated(c, a, b) : dated(c, b, a)
    case 'Ydd':
      return dated(a, b, c)
    default:
      return undefined
  }
}

/** The first letters of months, in Russian, English, Ukrainian, German and French. */
const MONTH_STEMS: Record<string, number> = Object.fromEntries(
  [
    ['янв', 'jan', 'січ', 'jän', 'janv'],
    ['фев', 'feb', 'лют', 'fév', 'fev'],
    ['мар', 'mar', 'бер', 'mär'],
    ['апр', 'apr', 'кві', 'avr'],
    ['мая', 'май', 'may', 'тра', 'mai'],
    ['июн', 'jun', 'чер', 'juin'],
    ['июл', 'jul', 'лип', 'juil'],
    ['авг', 'aug', 'сер', 'aoû', 'aou'],
    ['сен', 'sep', 'вер'],
    ['окт', 'oct', 'жов', 'okt'],
    ['ноя', 'nov', 'лис'],
    ['дек', 'dec', 'гру', 'dez', 'déc'],
  ].flatMap((stems, nth) => stems.map((stem) => [stem, nth + 1])),
)
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

function monthOf(word: string): number | undefined {
  const roman = ROMAN.indexOf(word) + 1
  return MONTH_STEMS[word.slice(0, 4)] ?? MONTH_STEMS[word.slice(0, 3)] ?? (roman || undefined)
}

function fromWords(text: string): Day | undefined {
  const tokens = text.split(/[ .,/-]+/).filter((token) => token !== '' && token !== 'of' && token !== 'в')
  const words = tokens.filter((token) => !/^\d+$/.test(token))
  const month = words.length === 1 ? monthOf(words[0] as string) : undefined
  const numbers = tokens.filter((token) => /^\d+$/.test(token))
  const years = numbers.filter((token) => token.length >= 3)
  const days = numbers.filter((token) => token.length < 3)
  if (month === undefined || years.length !== 1 || days.length > 1) return undefined
  return dated(Number(years[0]), month, days[0] === undefined ? undefined : Number(days[0]))
}

function dated(year: number, month?: number, day?: number): Day | undefined {
  const isPlausible = year >= EARLIEST_YEAR && year <= 9999 && (month === undefined || (month >= 1 && month <= 12))
  return isPlausible && (day === undefined || (day >= 1 && day <= 31)) ? { year, month, day } : undefined
}

function isInCalendar({ year, month, day }: Day): boolean {
  if (month === undefined || day === undefined) return true
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const DAY_MS = 86_400_000
const JULIAN_DAY_OF_1970 = 2_440_588

/** The day of our calendar with so many days since 1 January 1970. */
function dayAt(days: number, original: string): Day {
  const date = new Date(days * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), original }
}

/** A month or a year alone stays as it is: most of it is the same. */
function fromJulian(said: Day | undefined): Day | undefined {
  if (!said) return undefined
  const { year, month, day } = said
  if (month === undefined || day === undefined) return said
  const isLeap = year % 4 === 0
  if (day > (month === 2 ? (isLeap ? 29 : 28) : new Date(Date.UTC(2001, month, 0)).getUTCDate())) return undefined
  // The usual formula of Julian day numbers; years begin in March.
  const late = month > 2 ? 0 : 1
  const [years, months] = [year + 4800 - late, month + 12 * late - 3]
  const number = day + Math.floor((153 * months + 2) / 5) + 365 * years + Math.floor(years / 4) - 32_083
  return dayAt(number - JULIAN_DAY_OF_1970, `${genitive(said)} по старому стилю`)
}

const FRENCH_MONTHS = [
  'vend',
  'brum',
  'frim',
  'nivo',
  'pluv',
  'vent',
  'germ',
  'flor',
  'prai',
  'mess',
  'ther',
  'fruc',
  'comp',
]
const FRENCH_EPOCH = Date.UTC(1792, 8, 22) / DAY_MS
const FRENCH = /^(?:(?:(\d{1,2}) )?([a-z]{4})[a-z]* )?(?:an )?(\d{1,2})$/

/** Until the year 14. Every fourth year, from the third on, had a day more. */
function fromFrench(text: string): Day | undefined {
  const [, day, name, yearText] = FRENCH.exec(text) ?? []
  const year = Number(yearText)
  const month = name === undefined ? 0 : FRENCH_MONTHS.indexOf(name)
  if (!(year >= 1 && year <= 14) || month < 0 || Number(day ?? 1) > 30) return undefined
  const days = FRENCH_EPOCH + 365 * (year - 1) + Math.floor(year / 4) + 30 * month + Number(day ?? 1) - 1
  const found = dayAt(days, `${text} по французскому республиканскому календарю`)
  if (day !== undefined) return found
  return { year: found.year, isAbout: true, original: found.original as string }
}
