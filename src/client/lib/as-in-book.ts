/**
 * The signs of a Russian book in a typed text: «кавычки», „кавычки внутри“, тире, многоточие, №. Applied twice it changes
 * nothing more. Addresses, code, numbers with a minus and quotation marks that do not pair stay as typed. Which words share
 * a line is left to `typeset`, which shows the text. `ui/form/AsInBook.tsx` applies it in forms; `useSaveAsInBook` in edit mode,
 * with an undo in the toast.
 */
export function asInBook(text: string): string {
  if (text.includes(PLACEHOLDER)) return text
  const untouched: string[] = []
  const open = text.replace(UNTOUCHED, (found) => {
    untouched.push(found)
    return PLACEHOLDER
  })
  const set = open
    .split(/(\n[^\S\n]*\n)/)
    .map((paragraph) => withQuotes(withSigns(paragraph)))
    .join('')
  return set.replace(PLACEHOLDERS, () => untouched.shift() ?? '')
}

const PLACEHOLDER = '\uE000'
const PLACEHOLDERS = /\uE000/g
/** Code, links, e-mails and names of sites. */
const UNTOUCHED =
  /`[^`\n]{1,500}`|(?:https?:\/\/|www\.)[^\s"«»“”„]+|[\w.+-]{1,64}@[\w.-]{1,255}|[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g

function withSigns(text: string): string {
  return (
    text
      .replace(/\.{3,}/g, '…')
      // A direct speech begins with a dash; «- » begins a list.
      .replace(/^([ \t]{0,8})(?:--|–)(?=[^\S\n])/gm, '$1—')
      .replace(/([^\s])[^\S\n](?:--?|–)(?=\s)/g, dashAfter)
      .replace(/([,.!?…»"])(?:--?|–)(?=[^\S\n])/g, '$1 —')
      .replace(/(^|[^\d.,/–—-])(\d{4})(?: ?[-–—] ?)(\d{4})(?![\d/–—-]|[.,]\d)/gm, yearsOf)
      .replace(/(^|[\s(])(?:N|№)[^\S\n]?(?=\d)/gm, (found, before: string) =>
        found.endsWith('N') ? found : `${before}№ `,
      )
  )
}

/** «10 - 7» may be a sum. */
function dashAfter(found: string, before: string, at: number, text: string): string {
  const next = text.slice(at + found.length).trimStart()
  return /\d/.test(before) && /^\d/.test(next) ? found : `${before} —`
}

const YEAR_MIN = 1000
const YEAR_MAX = 2100

function yearsOf(found: string, before: string, from: string, to: string): string {
  const isLife = Number(from) >= YEAR_MIN && Number(from) <= Number(to) && Number(to) <= YEAR_MAX
  return isLife ? `${before}${from}–${to}` : found
}

const OPENING = '«„'
const CLOSING = '»”'
const BEFORE_OPENING = /[\s([{«„“"—–\-/]/

/** All marks of a paragraph, or none where they do not pair. */
function withQuotes(paragraph: string): string {
  const signs = Array.from(paragraph)
  const opened: string[] = []
  for (const [index, sign] of signs.entries()) {
    if (!'"«»„“”'.includes(sign)) continue
    if (isOpening(sign, signs, index, opened.at(-1))) {
      signs[index] = opened.length === 0 ? '«' : '„'
      opened.push(sign)
    } else {
      if (opened.length === 0) return paragraph
      opened.pop()
      signs[index] = opened.length === 0 ? '»' : '“'
    }
  }
  return opened.length === 0 ? signs.join('') : paragraph
}

function isOpening(sign: string, signs: readonly string[], index: number, last: string | undefined): boolean {
  if (OPENING.includes(sign)) return true
  if (CLOSING.includes(sign)) return false
  // “ opens in English, and closes „.
  if (sign === '“') return last !== '„'
  const [before = ' ', after = ' '] = [signs[index - 1], signs[index + 1]]
  if (/\s/.test(after)) return false
  return BEFORE_OPENING.test(before)
}

/** The same values with these texts as in a book. The very same object where there is nothing to change. */
export function withTextsAsInBook<Values extends object>(values: Values, fields: readonly (keyof Values)[]): Values {
  const changed = fields
    .map((field) => [field, values[field]] as const)
    .filter((entry): entry is [keyof Values, Values[keyof Values] & string] => typeof entry[1] === 'string')
    .map(([field, text]) => [field, asInBook(text), text] as const)
    .filter(([, set, text]) => set !== text)
  if (changed.length === 0) return values
  return { ...values, ...Object.fromEntries(changed.map(([field, set]) => [field, set])) }
}

export const TO_BE_SET_AS_IN_BOOK = 'Кавычки и тире поставим, как в книге.'
export const AS_TYPED = 'Оставить как есть'
export const SET_AS_IN_BOOK = 'Мы поставили кавычки и тире, как в книге.'
export const AS_IT_WAS = 'Вернуть как было'
