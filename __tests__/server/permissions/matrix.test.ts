import { API_BASE_PATH } from '@contract/paths'
import type { TestApp } from '@support/server-app'
import type { Actor } from './actors'
import type { Request } from './archive-calls'
import { CALLS } from './calls'
import { type Answers, MATRIX } from './matrix'
import { OUR_OWN } from './own-calls'
import { createScenes, fromAnotherAddress, LASTNAME, type Scene, startServer } from './scene'
import { createStateReader, differences, type StoredState } from './stored-state'

const CALLS_OF_THE_SPECIFICATION = 47
/** Each row of the table leaves rows of the database behind: with a new server from time to time there are never many. */
const ROWS_OF_A_SERVER = 10
const READING_POSTS = [
  'POST /memorial/{id}/verify-pin',
  'POST /letters/subscription',
  'POST /stories/own',
  'POST /proposals/own',
]
/** Once done, they do nothing more or something else for the same page or account. */
const ONCE_IN_A_SCENE = [
  'DELETE /burial/delete/{id}',
  'DELETE /memorial/{id}/keepers/{user_id}',
  'POST /audio_archive/reorder',
  'POST /auth/factor-recovery',
  'POST /auth/factor-recovery/finish',
  'POST /auth/forgot-password',
  'POST /auth/login/passkey/finish',
  'POST /auth/request-verify-token',
  'POST /burial/create',
  'POST /letters/opened',
  'POST /memorial/{id}/candle',
  'POST /memorial/{id}/questions',
  'POST /memorial/{id}/stories/order',
  'POST /photo_archive/reorder',
  'POST /users/me/change-pin',
  'POST /video_archive/reorder',
]
const NOTHING = { gone: [], come: [] }
const NAMES_SOMEBODY = new RegExp(`user_id|@|${LASTNAME}|Пётр`)

let begun = 0
let server: TestApp
let newScene: ReturnType<typeof createScenes>
let stored: () => Promise<StoredState>

beforeAll(begin)
afterAll(() => server.close())

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

describe.each(MATRIX)('$title', ({ call, isPublic, refused, allowed }) => {
  let scene: Scene
  /** Refusals and readings change nothing: one request serves all of them. */
  let request: Request

  beforeAll(async () => {
    if (++begun % ROWS_OF_A_SERVER === 0) {
      await server.close()
      await begin()
    }
    scene = await newScene({ isPublic })
    request = await prepare(call, scene)
  })

  if (someoneIn(refused))
    it('refuses whom it should, names nobody and changes nothing', async () => {
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
    })

  if (isReading(call) && someoneIn(allowed))
    it('answers whom it should, and changes nothing', async () => {
      const askers = await withTokens(scene, allowed)
      const before = await stored()

      const answers: Answers = {}
      for (const [actor, token] of askers) answers[actor] = (await ask(call, request, token)).statusCode

      expect(answers).toEqual(allowed)
      expect(differences(before, await stored())).toEqual(NOTHING)
    })

  if (!isReading(call) && someoneIn(allowed))
    it.each(Object.entries(allowed) as [Actor, number][])('answers %s with %i, and does it', async (actor, status) => {
      if (isOnceInScene(call)) scene = await newScene({ isPublic })
      request = await prepare(call, scene)
      const token = await scene.tokenOf(actor)
      const before = await stored()

      expect((await ask(call, request, token)).statusCode).toBe(status)
      expect(differences(before, await stored())).not.toEqual(NOTHING)
    })
})

function someoneIn(answers: Answers): boolean {
  return Object.keys(answers).length > 0
}

function isReading(call: string): boolean {
  if (READING_POSTS.includes(call)) return true
  return call.startsWith('GET ') && call !== 'GET /auth/verify'
}

/** Each actor needs a scene of their own: of a change to what is there already nothing but its time would be seen. */
function isOnceInScene(call: string): boolean {
  return ONCE_IN_A_SCENE.includes(call) || /^(?:PATCH|PUT) /.test(call)
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
