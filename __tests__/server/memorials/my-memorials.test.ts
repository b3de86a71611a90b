import type { MyMemorials } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

let server: TestApp
let token: string
let newestFirst: number[]

beforeAll(async () => {
  server = await startTestApp()
  ;({ token } = await anOwner(server))
  const made: number[] = []
  for (let nth = 0; nth < 3; nth++) made.push((await aStoredMemorial(server, token)).id)
  newestFirst = made.reverse()
})
afterAll(() => server.close())

async function mine(query = '') {
  const { result, ...more } = (await server.api({ url: `/memorial/my_memorials${query}`, token })).json<MyMemorials>()
  return { ids: result.map(({ id }) => id), ...more }
}

it('are all there, newest first, when nothing else is asked', async () => {
  expect(await mine()).toEqual({ ids: newestFirst })
})

it('come in pages, each of which says whether there are more', async () => {
  expect(await mine('?limit=2')).toEqual({ ids: newestFirst.slice(0, 2), has_more: true })
  expect(await mine('?limit=2&offset=2')).toEqual({ ids: newestFirst.slice(2) })
  expect(await mine('?limit=3')).toEqual({ ids: newestFirst })
  expect(await mine('?offset=3')).toEqual({ ids: [] })
})

it.each(['?limit=0', '?limit=1001', '?offset=-1', '?offset=many'])('refuse %s', async (query) => {
  expect((await server.api({ url: `/memorial/my_memorials${query}`, token })).statusCode).toBe(422)
})
