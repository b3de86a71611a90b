import { addListener, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import type { QueryStatus } from '@reduxjs/toolkit/query'
import { api } from './api'

const ACCEPTED = `${api.reducerPath}/executeMutation/fulfilled`
const PENDING: `${QueryStatus}` = 'pending'
const FULFILLED: `${QueryStatus}` = 'fulfilled'

/** The arguments of `onQueryStarted` that are used here. */
interface Mutation<State> {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>
  queryFulfilled: PromiseLike<unknown>
  requestId: string
}

interface OptimisticChange<State> {
  /** Makes an `updateQueryData` action that changes what is shown. */
  change: () => ThunkAction<{ undo: () => void }, State, unknown, UnknownAction>
  /** Selects the query that is changed. */
  read: (state: State) => { status: `${QueryStatus}`; requestId?: string }
}

/**
 * Shows a change before the server has accepted it, and undoes it when it is refused. A response that may predate the
 * change does not undo it: the change is applied again on top of each response that comes while it is pending, and of one
 * that was requested before it was accepted.
 */
export async function showAtOnce<State>(
  { dispatch, queryFulfilled, requestId }: Mutation<State>,
  { change, read }: OptimisticChange<State>,
): Promise<void> {
  let shown = dispatch(change())
  let isAccepted = false
  let outdatedRead: string | undefined

  const stop = dispatch(
    addListener({
      predicate: (action, now, before) => {
        const { status, requestId: readId } = read(before as State)
        const isUnderWay = status === PENDING
        if (action.type === ACCEPTED && requestIdOf(action) === requestId) {
          isAccepted = true
          outdatedRead = isUnderWay ? readId : undefined
        }
        return isUnderWay && read(now as State).status === FULFILLED
      },
      effect: (_read, listener) => {
        if (isAccepted) stop()
        if (isAccepted && read(listener.getOriginalState() as State).requestId !== outdatedRead) return
        shown = dispatch(change())
      },
    }),
  ) as unknown as () => void

  try {
    await queryFulfilled
    if (outdatedRead === undefined) stop()
  } catch {
    stop()
    shown.undo()
  }
}

function requestIdOf(action: UnknownAction): string | undefined {
  return (action.meta as { requestId?: string } | undefined)?.requestId
}
