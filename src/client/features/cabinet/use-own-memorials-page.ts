import { useCallback, useMemo } from 'react'
import { type To, useSearchParams } from 'react-router-dom'
import { MY_MEMORIALS_PAGE_SIZE, SEARCH_MAX_LENGTH } from '@contract/limits'
import type { MyMemorialsQuery } from '@contract/memorial'
import { useGetMyMemorialsPageQuery } from '@client/api/memorial-api'
import { readPageNumber } from '@contract/list-parameters'

/** The search in the account's own memorials, and the shown page of results, stored in the URL. */
export interface OwnMemorialsUrl {
  q: string
  /** One-based. */
  page: number
  pageUrl: (page: number) => To
  /** Returns to page 1. */
  search: (q: string) => void
}

/** The page of the account's own memorials that the URL names. All callers on the same page share one response. */
export function useOwnMemorialsPage() {
  const { q, page } = useOwnMemorialsUrl()
  return useGetMyMemorialsPageQuery(ownMemorialsQuery(q, page))
}

export function useOwnMemorialsUrl(): OwnMemorialsUrl {
  const [params, setParams] = useSearchParams()
  const q = cleanQuestion(params.get('q') ?? '')
  const page = readPageNumber(params.get('page'))

  const search = useCallback(
    // Otherwise every pause in typing would add an entry to the history.
    (wanted: string) => setParams(written(wanted, 1), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return useMemo(
    () => ({ q, page, search, pageUrl: (to) => ({ search: written(q, to).toString() }) }),
    [q, page, search],
  )
}

/** The query for the server. */
export function ownMemorialsQuery(q: string, page: number): MyMemorialsQuery {
  return { offset: (page - 1) * MY_MEMORIALS_PAGE_SIZE, limit: MY_MEMORIALS_PAGE_SIZE, ...(q && { q }) }
}

/** Normalizes the typed query. */
export function cleanQuestion(typed: string): string {
  return typed.trim().slice(0, SEARCH_MAX_LENGTH)
}

/** Omits default values. */
function written(q: string, page: number): URLSearchParams {
  return new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })
}
