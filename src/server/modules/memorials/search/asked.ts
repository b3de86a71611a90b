import { isTypedInLatin } from '@contract/latin-readings'
import type { MemorialListQuery } from '@contract/memorial'
import type { NameFilter, SortField, SortOrder } from '@contract/memorial-terms'
import { nameKey } from '../../../lib/search-text'

export type ListedMemorials = 'public' | 'heroes'

/** The criteria of a search. Texts are keys (see lib/search-text.ts), empty where there is no criterion. */
export interface Wanted extends Record<NameFilter, string> {
  question: Question | undefined
  place: string
  birthYears: Years
  deathYears: Years
}

/** Both ends are included. */
export interface Years {
  from: number | undefined
  to: number | undefined
}

/** A search for one page of results. */
export interface Search extends Wanted {
  /** Absent: by similarity where there is a question, else by last name. */
  sortBy: SortField | undefined
  sortOrder: SortOrder
  offset: number
  limit: number
}

/** The search that a query of a public list describes. */
export function asSearch(query: MemorialListQuery): Search {
  return {
    question: query.q ? readQuestion(query.q) : undefined,
    lastname: nameKey(query.lastname),
    name: nameKey(query.name),
    surname: nameKey(query.surname),
    place: nameKey(query.place),
    birthYears: { from: query.birth_year_from, to: query.birth_year_to },
    deathYears: { from: query.death_year_from, to: query.death_year_to },
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    offset: query.offset,
    limit: query.limit,
  }
}

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
  /** As typed, without punctuation around it. */
  shown: string
}

/** More than a name has. Further words are ignored. */
const WORDS_MAX = 8
/** «1921», «1921г.», «1921г.р.», «1921-го». */
const YEAR = /^\d{4}(?:гг?|гр|гс|го|й)?$/
const AFTER_YEAR = /^(?:гг?|гр|гс|го|й|год|года|году|р|рожд|рождения|смерти)$/
const BEFORE_YEAR = /^(?:р|род|родился|родилась|ум|умер|умерла)$/

/**
 * Splits at spaces, hyphens and dashes, and after the full stops of initials: «Петров-Водкин К.С. 1878–1939» is four
 * words and two years.
 */
export function readQuestion(q: string): Question {
  const words: Word[] = []
  const years: number[] = []
  let isAfterYear = false
  for (const written of q.normalize('NFC').split(/[\s\p{Pd}]+|(?<=[а-яё]\.)(?=[а-яё])/iu)) {
    const typed = written.toLowerCase()
    const key = nameKey(typed.replace(/[^\p{L}\p{M}\p{N}]+/gu, ''))
    if (YEAR.test(key)) {
      if (BEFORE_YEAR.test(words.at(-1)?.key ?? '')) words.pop()
      years.push(parseInt(key))
      isAfterYear = true
    } else if (!isAfterYear || !AFTER_YEAR.test(key)) {
      if (/\p{L}/u.test(key) || isTypedInLatin(typed)) words.push({ key, typed, shown: withoutPunctuation(written) })
      isAfterYear = false
    }
  }
  return { words: words.slice(0, WORDS_MAX), years: years.slice(0, 2) }
}

function withoutPunctuation(written: string): string {
  return /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(written)?.[0] ?? written
}
