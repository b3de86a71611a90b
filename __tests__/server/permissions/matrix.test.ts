import { ARCHIVE_KINDS, archivePaths } from '@contract/archive'
import { WITHDRAWN_ALONE } from '@contract/consents'
import { API_BASE_PATH } from '@contract/paths'
import type { TestApp } from '@support/server-app'
import type { Actor } from './actors'
import { CALLS, type Request } from './calls'
import { type Answers, MATRIX, type Permissions } from './matrix'
import { createScenes, fromAnotherAddress, LASTNAME, type Scene, startServer } from './scene'
import { createStateReader, differences, type StoredState } from './stored-state'

const CALLS_OF_THE_SPECIFICATION = 47
const OUR_OWN = [
  'POST /memories/{id}/reply',
  'POST /memories/{id}/block-author',
  'GET /memorial/{id}/blocked-authors',
  'DELETE /blocked-authors/{id}',
  'GET /users/me/consents',
  ...WITHDRAWN_ALONE.map((occasion) => `DELETE /users/me/consents/${occasion}/{id}`),
  'GET /users/me/words-letters',
  'PUT /users/me/words-letters',
  'POST /memories/moderate',
  ...ARCHIVE_KINDS.map((kind) => `POST ${archivePaths(kind).reorder}`),
  'GET /memorial/trash',
  'POST /memorial/restore/{id}',
  'DELETE /memorial/trash/{id}',
  ...['memories', ...ARCHIVE_KINDS.map((kind) => `${kind}_archive`)].flatMap((resource) => [
    `GET /${resource}/trash/{id}`,
    `POST /${resource}/restore/{id}`,
    `DELETE /${resource}/trash/{id}`,
  ]),
  'GET /memorial/{id}/book',
  'GET /memorial/my_memorials/plates',
  'POST /memorial/{id}/export',
  'POST /users/me/export',
  'POST /memorial/import',
  'GET /geocode',
  'GET /memorial/{id}/calendar.ics',
  'GET /users/me/calendar',
  'DELETE /users/me/calendar',
  'GET /memorial/{id}/keepers',
  'POST /memorial/{id}/keepers',
  'DELETE /memorial/{id}/keepers/{user_id}',
  'DELETE /memorial/{id}/invitations/{invitation_id}',
  'POST /memorial/{id}/hand-over',
  'POST /keepers/accept',
  'POST /memorial/{id}/access-requests',
  'GET /memorial/{id}/access-requests',
  'GET /access-requests/pending',
  'POST /access-requests/{id}/decide',
  'DELETE /access-requests/{id}',
  'POST /memorial/{id}/open',
  'POST /memorial/{id}/report',
  'GET /reports/pending',
  'GET /reports/closed',
  'POST /reports/{id}/decide',
  'POST /reports/{id}/reopen',
  'POST /memorial/{id}/candle',
  'GET /memorial/{id}/reminder',
  'PUT /memorial/{id}/reminder',
  'GET /memorial/{id}/relations',
  'POST /memorial/{id}/relations',
  'GET /relations/pending',
  'POST /relations/{id}/decide',
  'DELETE /relations/{id}',
  'GET /users/me/heir',
  'PUT /users/me/heir',
  'POST /users/me/change-email',
  'POST /users/confirm-email',
  'POST /users/me/delete',
  'POST /users/return',
  'POST /auth/logout',
  'GET /auth/verify',
  'GET /users/me/sessions',
  'DELETE /users/me/sessions',
  'DELETE /users/me/sessions/{id}',
]
/** Each test reads all rows twice, and leaves rows behind: with a new server from time to time there are never many. */
const TESTS_OF_A_SERVER = 80
const NOTHING = { gone: [], come: [] }
const NAMES_SOMEBODY = new RegExp(`user_id|@|${LASTNAME}|Пётр`)

let tests = 0
let server: TestApp
let newScene: ReturnType<typeof createScenes>
let stored: () => Promise<StoredState>

beforeAll(begin)
afterAll(() => server.close())
beforeEach(async () => {
  if (++tests % TESTS_OF_A_SERVER > 0) return
  await server.close()
  await begin()
})

async function begin(): Promise<void> {
  server = await startServer()
  newScene = createScenes(server)
  stored = createStateReader(server)
}

describe('the table', () => {
  const calls = [...new Set(MATRIX.map(({ call }) => call))]

  it('holds the calls of the specification, and our own', () => {
    expect(calls.filter((call) => !OUR_OWN.includes(call))).toHaveLength(CALLS_OF_THE_SPECIFICATION)
    expect(calls).toEqual(expect.arrayContaining(OUR_OWN))
    expect(calls.sort()).toEqual(Object.keys(CALLS).sort())
  })

  it('leaves out none that the server has', async () => {
    const { paths } = (await server.api({ url: '/openapi.json' })).json<{ paths: Record<string, object> }>()
    const offered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(API_BASE_PATH, '')}`),
    )
    const plain = (names: string[]) => names.map((name) => name.replace(/\/$/, '').replace(/\{\w+\}/, '{}')).sort()
    expect(plain(offered)).toEqual(plain(calls))
  })
})

it.each(MATRIX.filter(({ refused }) => someoneIn(refused)))(
  '$title refuses whom it should, names nobody and changes nothing',
  async ({ call, isPublic, refused }) => {
    const scene = await newScene({ isPublic })
    const request = await prepare(call, scene)
    const askers = await withTokens(scene, refused)
    const before = await stored()

    const answers: Answers = {}
    for (const [actor, token] of askers) {
      const answer = await ask(call, request, token)
      answers[actor] = answer.statusCode
      expect(answer.body).not.toMatch(NAMES_SOMEBODY)
      if (answer.statusCode === 401) expect(answer.json()).toEqual({ detail: 'Unauthorized' })
    }

    expect(answers).toEqual(refused)
    expect(differences(before, await stored())).toEqual(NOTHING)
  },
)

it.each(MATRIX.filter(({ call, allowed }) => isReading(call) && someoneIn(allowed)))(
  '$title answers whom it should, and changes nothing',
  async ({ call, isPublic, allowed }) => {
    const scene = await newScene({ isPublic })
    const request = await prepare(call, scene)
    const askers = await withTokens(scene, allowed)
    const before = await stored()

    const answers: Answers = {}
    for (const [actor, token] of askers) answers[actor] = (await ask(call, request, token)).statusCode

    expect(answers).toEqual(allowed)
    expect(differences(before, await stored())).toEqual(NOTHING)
  },
)

it.each(MATRIX.filter(({ call }) => !isReading(call)).flatMap(eachAllowed))(
  '$title answers $actor with $status, and does it',
  async ({ call, isPublic, actor, status }) => {
    const scene = await newScene({ isPublic })
    const request = await prepare(call, scene)
    const token = await scene.tokenOf(actor)
    const before = await stored()

    expect((await ask(call, request, token)).statusCode).toBe(status)
    expect(differences(before, await stored())).not.toEqual(NOTHING)
  },
)

function someoneIn(answers: Answers): boolean {
  return Object.keys(answers).length > 0
}

function isReading(call: string): boolean {
  if (['POST /memorial/{id}/verify-pin', 'POST /memorial/{id}/open'].includes(call)) return true
  if (call.endsWith('/export')) return true
  return call.startsWith('GET ') && call !== 'GET /auth/verify'
}

function eachAllowed({ allowed, ...row }: Permissions) {
  return (Object.entries(allowed) as [Actor, number][]).map(([actor, status]) => ({ ...row, actor, status }))
}

async function prepare(call: string, scene: Scene): Promise<Request> {
  const request = await CALLS[call]?.(scene)
  if (!request) throw new Error(`No request is known for ${call}`)
  return request
}

function withTokens(scene: Scene, answers: Answers): Promise<[Actor, string | undefined][]> {
  const actors = Object.keys(answers) as Actor[]
  return Promise.all(actors.map(async (actor) => [actor, await scene.tokenOf(actor)] as [Actor, string | undefined]))
}

function ask(call: string, { id, part, headers, ...request }: Request, token: string | undefined) {
  const [method, path = ''] = call.split(' ')
  return server.api({
    ...request,
    method,
    url: path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, String(part)),
    headers: { ...fromAnotherAddress(), ...headers },
    ...(token && { token }),
  })
}
