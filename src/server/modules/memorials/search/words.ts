import { isTypedInLatin } from '@contract/latin-readings'
import { nameKey } from '../../../lib/search-text'

/** The text of the single search box. */
export interface Question {
  words: Word[]
  /** One year is that of birth or death; two are both. */
  years: number[]
}

export interface Word {
  /** In the form of `nameKey`. */
  key: string
  /** As typed, in lower case: on a Latin keyboard layout, some letters of Russian names are punctuation. */
  typed: string
}

/** More than a name has. Further words are ignored. */
const WORDS_MAX = 8
const YEAR = /^\d{4}$/
const WORD_FOR_YEAR = /^(?:гг?|года?)$/

/** Splits at spaces, hyphens and dashes: «Петров-Водкин 1878–1939» is two words and two years. */
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
