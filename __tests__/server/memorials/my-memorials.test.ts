import type { MyMemorials } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

const ALL_THREE = { pages: 3, own: 3, own_closed: 0 }

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

async function mine(query = '', as = token) {
  const answer = await server.api({ url: `/memorial/my_memorials${query}`, token: as })
  const { result, ...more } = answer.json<MyMemorials>()
  return { ids: result.map(({ id }) => id), ...more }
}

it('are all there, newest first and not counted, when nothing else is asked', async () => {
  expect(await mine()).toEqual({ ids: newestFirst })
})

it('come in pages, each of which says how many there are, and whether there are more', async () => {
  const counts = { total: 3, in_all: ALL_THREE }
  expect(await mine('?limit=2')).toEqual({ ids: newestFirst.slice(0, 2), has_more: true, ...counts })
  expect(await mine('?limit=2&offset=2')).toEqual({ ids: newestFirst.slice(2), ...counts })
  expect(await mine('?limit=3')).toEqual({ ids: newestFirst, ...counts })
  expect(await mine('?offset=3')).toEqual({ ids: [], ...counts })
})

it.each(['?limit=0', '?limit=1001', '?offset=-1', '?offset=many', `?q=${'a'.repeat(101)}`])(
  'refuse %s',
  async (query) => {
    expect((await server.api({ url: `/memorial/my_memorials${query}`, token })).statusCode).toBe(422)
  },
)
