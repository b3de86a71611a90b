/**
 * Russian typography for prose that is only shown: what is stored, copied into fields or compared stays as it was typed.
 * A line does not end with a short word or a number that belongs to the next word, does not begin with a dash, and short
 * parts with a hyphen («QR-код», «из-за», «30-х») stay whole.
 *
 * @param longestRun In letters: what is longer may break.
 */
export function typeset(text: string, { longestRun = LONGEST_RUN } = {}): string {
  return text
    .split('\n')
    .map((line) => typesetLine(line, longestRun))
    .join('\n')
}

const NO_BREAK_SPACE = '\u00a0'
/** Not U+2011: no font of ours has that, and another font's hyphen is seen. A joiner has no look, and forbids the break. */
const WORD_JOINER = '\u2060'

/** A longer one, of a text's usual letters, would not fit a narrow phone in the largest letters. */
const LONGEST_RUN = 17

function typesetLine(line: string, longestRun: number): string {
  const words = line.split(' ')
  const isTied = words.map((word, index) => isBound(words[index - 1], word))
  untieLongRuns(words, isTied, longestRun)
  return words
    .map((word, index) => (index === 0 ? '' : isTied[index] ? NO_BREAK_SPACE : ' ') + withWholeParts(word))
    .join('')
}

/** The last words of a run belong together most: its first ones are let go. */
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
/** Any word of one or two letters, the longer prepositions and conjunctions, an initial, and № and its like. */
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

/** Nothing changes in addresses: they are copied. */
const ADDRESS = /[@/\\]|[.:][^\s.…»)]/
const SHORT_PART = /(^|[^а-яёa-z\d-])([а-яёa-z\d]{1,3})-(?=[а-яёa-z])|([а-яёa-z])-(?=[а-яё]{1,3}(?:[^а-яёa-z\d-]|$))/gi

function withWholeParts(word: string): string {
  if (!word.includes('-') || ADDRESS.test(word)) return word
  return word.replace(SHORT_PART, (part) => part + WORD_JOINER)
}
