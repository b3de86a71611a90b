import { useCallback, useMemo } from 'react'
import { type To, useSearchParams } from 'react-router-dom'
import { type ListState, type NameFilters, NO_FILTERS, readListAddress, writeListAddress } from './list-address'

/** The list's state in the address, and the ways to change it. Any change of filters or sorting returns to page 1. */
export interface ListAddress {
  state: ListState
  pageAddress: (page: number) => To
  sort: (sorting: Partial<Pick<ListState, 'sort_by' | 'sort_order'>>) => void
  filter: (filters: NameFilters) => void
  reset: () => void
}

export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListAddress(params), [params])

  const change = useCallback(
    (changed: Partial<ListState>, replace = false) =>
      setParams((current) => writeListAddress({ ...readListAddress(current), page: 1, ...changed }), {
        replace,
        preventScrollReset: true,
      }),
    [setParams],
  )

  return useMemo(
    () => ({
      state,
      pageAddress: (page) => ({ search: writeListAddress({ ...state, page }).toString() }),
      sort: (sorting) => change(sorting),
      // Every pause in typing would else be a step on the way back.
      filter: (filters) => change(filters, true),
      reset: () => change(NO_FILTERS),
    }),
    [state, change],
  )
}
