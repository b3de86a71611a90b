import { memorialListQuerySchema } from '@contract/memorial'
import type { ApiError } from '@server/lib/api-error'
import { createMemorialService } from '@server/modules/memorials/service'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** A service whose process has not loaded the people yet, so that the database works out each list. */
function justStarted() {
  return createMemorialService({
    db: server.db,
    people: { find: () => Promise.resolve(undefined) },
  } as unknown as Parameters<typeof createMemorialService>[0])
}

it('works out two lists at once, lets 50 wait and refuses the rest, while the people are not in memory', async () => {
  const memorials = justStarted()
  const query = memorialListQuerySchema.cast({})
  const crowd = Array.from({ length: 60 }, () =>
    memorials.list('public', query).then(
      ({ total }) => total,
      (error: unknown) => (error as ApiError).status,
    ),
  )
  const answers = await Promise.all(crowd)
  expect(answers.filter((answer) => answer === 503)).toHaveLength(8)
  expect(answers.filter((answer) => answer === 0)).toHaveLength(52)
  expect(await memorials.list('public', query)).toEqual({ result: [], total: 0 })
})
