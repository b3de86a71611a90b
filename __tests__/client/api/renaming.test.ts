import { waitFor } from '@testing-library/react'
import { memorialChangeApi } from '@client/api/memorial-change-api'
import { relationApi } from '@client/api/relation-api'
import { aMemorial } from '@support/factories'
import { requestsTo, serve } from '@support/server'
import { aStore } from '@support/store'

it.each([
  ['a new surname', { lastname: 'Орлова' }, 2],
  ['a new biography', { biography: 'Учила детей.' }, 1],
])('relatives are asked for again after %s as often as they show it', async (_what, change, times) => {
  serve('get', 'memorial/7/relations', { result: [] })
  serve('patch', 'memorial/update/8/', aMemorial({ id: 8 }))
  const store = aStore()
  await store.dispatch(relationApi.endpoints.getRelations.initiate(7))
  await store.dispatch(memorialChangeApi.endpoints.updateMemorial.initiate({ id: 8, ...change }))
  await waitFor(() => expect(requestsTo('get', 'memorial/7/relations')).toHaveLength(times))
})
