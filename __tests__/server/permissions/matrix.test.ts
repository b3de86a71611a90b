import { API_BASE_PATH } from '@contract/paths'
import type { TestApp } from '@support/server-app'
import type { Actor } from './actors'
import type { Request } from './archive-calls'
import { CALLS } from './calls'
import { type Answers, MATRIX, type Permissions } from './matrix'
import { OUR_OWN } from './own-calls'
import { createScenes, fromAnotherAddress, LASTNAME, type Scene, startServer } from './scene'
import { createStateReader, differences, type StoredState } from './stored-state'

const CALLS_OF_THE_SPECIFICATION = 47
/** Each test reads all rows twice, and leaves rows behind: with a new server from time to time there are never many. */
const TESTS_OF_A_SERVER = 20
const READING_POSTS = [
  'POST /memorial/{id}/verify-pin',
  'POST /letters/subscription',
  'POST /stories/own',
  'POST /proposals/own',
]
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
    const bodies: string[] = []
    for (const [actor, token] of askers) {
      const answer = await ask(call, request, token)
      answers[actor] = answer.statusCode
      bodies.push(answer.body)
      if (answer.statusCode === 401) expect(answer.json()).toEqual({ detail: 'Unauthorized' })
    }

    expect(answers).toEqual(refused)
    for (const body of bodies) expect(body).not.toMatch(NAMES_SOMEBODY)
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
  if (READING_POSTS.includes(call)) return true
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
