/**
 * Russian typography for displayed prose; stored, copied and compared text stays as typed. A line does not end with a
 * short word or a number that belongs to the next word, does not start with a dash, and short hyphenated words
 * («QR-код», «из-за», «30-х») are not broken.
 *
 * @param longestRun the maximum length without a break, in characters
 */
export function typeset(text: string, { longestRun = LONGEST_RUN } = {}): string {
  return text
    .split('\n')
    .map((line) => typesetLine(line, longestRun))
    .join('\n')
}

const NO_BREAK_SPACE = '\u00a0'
/**
 * Not U+2011: none of our fonts has it, and another font's hyphen looks different. A joiner is invisible, and prevents
 * the break.
 */
const WORD_JOINER = '\u2060'

/** A longer run, in letters of usual size, would not fit a narrow phone at the largest setting. */
const LONGEST_RUN = 17

function typesetLine(line: string, longestRun: number): string {
  const words = line.split(' ')
  const isTied = words.map((word, index) => isBound(words[index - 1], word))
  untieLongRuns(words, isTied, longestRun)
  return words
    .map((word, index) => (index === 0 ? '' : isTied[index] ? NO_BREAK_SPACE : ' ') + withWholeParts(word))
    .join('')
}

/** The last words of a run belong together most, so the first ones are released. */
function untieLongRuns(words: string[], isTied: boolean[], longestRun: number): void {
  let length = 0
  for (let index = words.length - 1; index > 0; index--) {
    length += words[index]?.length ?? 0
    const longer = length + 1 + (words[index - 1]?.length ?? 0)
    if (longer > longestRun) isTied[index] = false
    length = isTied[index] ? length + 1 : 0
  }
}

const DASH = /^[—–-]$/
const PARTICLE = /^(?:же|ли|ль|бы|ж|б)[.,:;!?…»)]*$/i
/** Any word of one or two letters, the longer prepositions and conjunctions, an initial, and № and the like. */
const LEADS_ON =
  /^[(«„"]*(?:[а-яё]{1,2}|без|для|изо|как|над|обо|ото|под|при|про|что|или|это|[А-ЯЁ]\.|(?:г|ул|д|кв|им|св|пос|р)\.|[№§])$/i
const NUMBER = /\d$/
const UNITS = [
  '%|₽|гг?|год[ауе]?|годом|годы|годов|лет|вв?|век[ауе]?|месяц(?:а|ев)?|недел[ьяи]|день|дня|дней|час(?:а|ов)?|мин',
  'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря',
  'км|м|см|мм|кг|ц|га|тыс|млн|руб|рубл[ья]|рублей|копе(?:йка|йки|ек)|человека?|раза?',
  'КБ|МБ|ГБ|фотографи[яий]',
]
const UNIT = new RegExp(`^(?:${UNITS.join('|')})(?![а-яё])`, 'i')

function isBound(before: string | undefined, word: string): boolean {
  if (!before || !word) return false
  return DASH.test(word) || PARTICLE.test(word) || LEADS_ON.test(before) || (NUMBER.test(before) && UNIT.test(word))
}

/** URLs and email addresses are not changed, because people copy them. */
const ADDRESS = /[@/\\]|[.:][^\s.…»)]/
const SHORT_PART = /(^|[^а-яёa-z\d-])([а-яёa-z\d]{1,3})-(?=[а-яёa-z])|([а-яёa-z])-(?=[а-яё]{1,3}(?:[^а-яёa-z\d-]|$))/gi

function withWholeParts(word: string): string {
  if (!word.includes('-') || ADDRESS.test(word)) return word
  return word.replace(SHORT_PART, (part) => part + WORD_JOINER)
}
