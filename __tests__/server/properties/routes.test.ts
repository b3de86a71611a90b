import { readdir, rm, writeFile } from 'node:fs/promises'
import fc, { type Arbitrary } from 'fast-check'
import { uploadsFolder } from '@server/media/temporary-room'
import { type MapServer, picture, startMapServer } from '@support/map-server'
import { smallPicture } from '@support/photographs'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'
import { routesTakenOn } from './app-routes'
import { transcript } from './curl'
import { readFiles } from './files'
import { type ApiDocument, nameOf, type Operation, operationsOf, resourceOf } from './operations'
import { makeCatalogue } from './promo-catalogue'
import { honestRequestsOf, type PlannedRequest, requestsOf } from './requests'
import { createStatusCounts } from './status-counts'
import { problemWith } from './check-response'
import { createFixtures, forget, learn, PROMO_CODES, type Fixtures } from './fixtures'

/** FC_REQUESTS drives longer, FC_SEED repeats what a failure printed, FC_REPORT names a file for the figures. */
const { FC_REQUESTS, FC_SEED, FC_REPORT } = process.env
const REQUESTS = Number(FC_REQUESTS ?? repeats({ usually: 100, thoroughly: 11_000 }))
const TIMEOUT_MS = 120_000 + 100 * REQUESTS
/** Rounds in which the same people ask. With more, their attempts run out and what they have is deleted. */
const ROUNDS_PER_FIXTURES = 5

/** Times this many rounds, with new people each time, for calls that had no luck so far. */
const MORE_CHANCES = 60
/**
 * This server has no geocoder, of which the call says so with 404, and nobody guesses the address of an archive or a calendar,
 * the link of a letter, a code of this half minute, or what a passkey signs.
 */
const MAY_NEVER_SUCCEED = [
  'GET /api/v1/geocode',
  // Only of an import that takes longer than a few seconds.
  'GET /api/v1/memorial/import/{id}',
  'GET /calendars/{secret}',
  'GET /exports/{account}/{what}',
  'POST /api/v1/auth/factor-recovery',
  'POST /api/v1/auth/factor-recovery/finish',
  'POST /api/v1/auth/login/factor',
  'POST /api/v1/auth/login/passkey/finish',
  'POST /api/v1/auth/not-me',
  'POST /api/v1/memorial/return',
  'POST /api/v1/users/me/factors/code/{id}/confirm',
  'POST /api/v1/users/me/factors/passkey/finish',
]

/** Requests under way together, as from as many people. */
const AT_ONCE = 4

let server: TestApp
let routes: string[]
let operations: Operation[]
let catalogueDir: string
let map: MapServer

beforeAll(async () => {
  await readFiles()
  catalogueDir = await makeCatalogue(PROMO_CODES)
  map = await startMapServer()
  map.answer(picture(await smallPicture('png')))
  const env = { TRUST_PROXY: '1', CATALOGUE_DIR: catalogueDir, TILE_URL: map.template }
  ;({ started: server, routes } = await routesTakenOn(() => startTestApp(env)))
  operations = operationsOf((await server.api({ url: '/openapi.json' })).json<ApiDocument>())
})

afterAll(async () => {
  await server.close()
  await map.close()
  await rm(catalogueDir, { recursive: true, force: true })
})

it('drives every route that the application has', () => {
  expect(operations.map(nameOf).sort()).toEqual([...routes].sort())
})

it(
  'answers whatever is asked of it, in the shapes it declares, and never with a failure',
  async () => {
    const newFixtures = await createFixtures(server)
    const statusCounts = createStatusCounts(operations)
    let fixtures: Fixtures = await newFixtures()
    let rounds = 0

    const ask = async ({ operation, plan }: Question) => {
      const request = plan(fixtures)
      const { method, url, headers, payload } = request
      const answer = await server.app.inject({ method: method as 'GET', url, headers, payload })
      statusCounts.add(operation, answer.statusCode)
      const problem = problemWith(operation, method, answer)
      if (problem) throw new Error(`${nameOf(operation)}: ${problem}\n${transcript(request, answer)}`)
      if (answer.statusCode === 201 && answer.payload) learn(fixtures, resourceOf(operation), answer.json())
      if (method === 'DELETE' && answer.statusCode === 204) forget(fixtures, resourceOf(operation), url)
    }

    const askAll = async (queue: Iterable<Question>) => {
      for (const question of queue) await ask(question)
    }

    const askInRounds = (asked: Operation[], numRuns: number, draw = requestsOf) =>
      fc.assert(
        fc.asyncProperty(roundOf(asked, draw), async (round) => {
          if (++rounds % ROUNDS_PER_FIXTURES === 0) fixtures = await newFixtures()
          await fixtures.refresh()
          const queue = round.values()
          await Promise.all(Array.from({ length: AT_ONCE }, () => askAll(queue)))
        }),
        {
          numRuns,
          // Another one each time: the same would draw the same requests.
          ...(FC_SEED && { seed: Number(FC_SEED) + rounds }),
          // A smaller request that fails would need the same server, as it was.
          endOnFailure: true,
          plugins: [() => ({ onAllRunsComplete: tellFirstFailure })],
        },
      )

    const unlucky = () => statusCounts.neverSucceeded().filter((name) => !MAY_NEVER_SUCCEED.includes(name))

    await askInRounds(operations, Math.ceil(REQUESTS / operations.length))
    // Each has so few chances that some of so many calls have no luck: those get more, without what is hostile.
    for (let more = 0; more < MORE_CHANCES && unlucky().length > 0; more++) {
      const names = unlucky()
      await askInRounds(
        operations.filter((operation) => names.includes(nameOf(operation))),
        ROUNDS_PER_FIXTURES,
        honestRequestsOf,
      )
    }
    if (FC_REPORT) await writeFile(FC_REPORT, statusCounts.toString())

    expect(statusCounts.total()).toBeGreaterThanOrEqual(REQUESTS)
    expect(statusCounts.calledLessThan(Math.floor(REQUESTS / operations.length))).toEqual([])
    expect(unlucky()).toEqual([])
    expect(await readdir(uploadsFolder(server.dataDir))).toEqual([])
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await server.api({ url: '/memorial/public_memorials' })).statusCode).toBe(200)
  },
  TIMEOUT_MS,
)

interface Question {
  operation: Operation
  plan: PlannedRequest
}

/** Each operation once, in an order of its own. */
function roundOf(all: Operation[], draw: typeof requestsOf): Arbitrary<Question[]> {
  const questions = all.map((operation) => draw(operation).map((plan) => ({ operation, plan })))
  const order = fc.shuffledSubarray([...all.keys()], { minLength: all.length })
  return fc.tuple(fc.tuple(...questions), order).map(([asked, places]) => places.flatMap((place) => asked[place] ?? []))
}

function tellFirstFailure({ failed, seed, errorInstance }: fc.RunDetails<[Question[]]>): void {
  if (failed) throw new Error(`FC_SEED=${seed}\n${(errorInstance as Error).message}`, { cause: errorInstance })
}
