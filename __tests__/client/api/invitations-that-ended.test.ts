import { keepersApi } from '@client/api/keepers-api'
import { sessionApi } from '@client/api/settings-api'
import { userApi } from '@client/api/user-api'
import type { AppStore } from '@client/store/create-app-store'
import { requestsTo, serve, serveKeepers } from '@support/server'
import { aStore } from '@support/store'

const CHANGE = { current_password: 'Berezka-1945', new_password: 'Cheremukha-77' }

it.each<[string, (store: AppStore) => PromiseLike<unknown>]>([
  ['one session', ({ dispatch }) => dispatch(sessionApi.endpoints.endSession.initiate(2))],
  ['all others', ({ dispatch }) => dispatch(sessionApi.endpoints.endOtherSessions.initiate())],
  ['the former password', ({ dispatch }) => dispatch(userApi.endpoints.changePassword.initiate(CHANGE))],
])('whoever ends %s is shown which invitations are left', async (_what, end) => {
  serve('delete', 'users/me/sessions/2', null, 204)
  serve('delete', 'users/me/sessions', null, 204)
  serve('post', 'users/me/change-password', null, 204)
  serveKeepers(7, [])
  const store = aStore({ token: 'account' })
  const keepers = store.dispatch(keepersApi.endpoints.getKeepers.initiate(7))
  await keepers

  await end(store)

  await Promise.all(store.dispatch(keepersApi.util.getRunningQueriesThunk()))
  expect(requestsTo('get', 'memorial/7/keepers')).toHaveLength(2)
  keepers.unsubscribe()
})
