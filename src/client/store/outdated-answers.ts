import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { api } from '@client/api/api'
import { addListeners } from './listeners'
import type { RootState } from './root-reducer'

const FULFILLED = `${api.reducerPath}/executeQuery/fulfilled`
const REJECTED = `${api.reducerPath}/executeQuery/rejected`

/** An action of RTK Query that ends a query, or says that it was not begun: as far as it is read here. */
interface QueryEnd {
  type: string
  meta: {
    /** Not begun: the thunk's own condition refused it. */
    condition?: boolean
    arg: {
      endpointName: string
      queryCacheKey: string
      originalArgs: unknown
      forceRefetch?: boolean
      subscribe?: boolean
    }
  }
}

type Refetch = (
  args: unknown,
  options: { forceRefetch: true; subscribe: false },
) => ThunkAction<unknown, RootState, unknown, UnknownAction>

/**
 * RTK Query refuses to fetch again what is being fetched already. The answer under way may be from before the change that
 * wanted a new one: when two uploads end one after the other, the second would stay unseen. So it is asked for once more
 * as soon as it is there.
 */
addListeners((startListening) => {
  const outdated = new Set<string>()

  startListening({
    predicate: ({ type }) => type === FULFILLED || type === REJECTED,
    effect: (action, { dispatch }) => {
      const { type, meta } = action as QueryEnd & UnknownAction
      const { endpointName, queryCacheKey, originalArgs } = meta.arg
      if (meta.condition) {
        if (isRefetch(meta)) outdated.add(queryCacheKey)
        return
      }
      if (!outdated.delete(queryCacheKey) || type === REJECTED) return
      const endpoints = api.endpoints as Record<string, { initiate: Refetch }>
      const endpoint = endpoints[endpointName]
      if (endpoint) dispatch(endpoint.initiate(originalArgs, { forceRefetch: true, subscribe: false }))
    },
  })
})

/** Of what a change has made out of date, and not for a screen that opens: that one is content with what is under way. */
function isRefetch({ arg }: QueryEnd['meta']): boolean {
  return arg.forceRefetch === true && arg.subscribe === false
}
