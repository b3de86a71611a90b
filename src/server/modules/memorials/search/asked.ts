import type { MemorialListQuery } from '@contract/memorial'
import { nameKey } from '../../../lib/search-text'
import type { Search } from './find'
import { readQuestion } from './words'

export type ListedMemorials = 'public' | 'heroes'

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

/** Whether a search filters the list at all. */
export function isNarrowed({ question, lastname, name, surname, place, birthYears, deathYears }: Search): boolean {
  const texts = [lastname, name, surname, place]
  const years = [birthYears, deathYears].flatMap(({ from, to }) => [from, to])
  return question !== undefined || texts.some(Boolean) || years.some((year) => year !== undefined)
}
