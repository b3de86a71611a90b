import { anArchiveItem } from '@support/archives'
import type { TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import type { Actor } from './actors'
import { aBurial, advanced, type Request } from './archive-calls'
import { CALLS } from './calls'
import { createScenes, fromAnotherAddress, type Scene, startServer } from './scene'
import { aMemory } from './waiting-things'

/** A client of the first specification: it sends the fields of then, and reads the fields of then. */

type Shape =
  | 'text'
  | 'number'
  | 'yes or no'
  | 'text or null'
  | 'nothing'
  | 'a picture'
  | readonly [Shape]
  | { readonly [field: string]: Shape }

interface OldCall {
  as: Actor
  /** The fields of its body. */
  sent: string[]
  status: number
  /** What there is in the answer, whatever else there may be by now. */
  answer: Shape
}

const CARD = {
  id: 'number',
  lastname: 'text',
  name: 'text',
  surname: 'text or null',
  birth_date: 'text',
  death_date: 'text',
  photo_path: 'text or null',
  swo_status: 'yes or no',
} as const
const MEMORIAL = {
  ...CARD,
  user_id: 'number',
  biography: 'text or null',
  public_status: 'yes or no',
  rate_check: 'yes or no',
  profile_rate: 'text',
} as const
const OWN = { ...MEMORIAL, media_storage_limit: 'number', used_storage_bytes: 'number' } as const
const ITEM = { id: 'number', memorial_id: 'number', file_path: 'text', description: 'text or null' } as const
const BURIAL = {
  id: 'number',
  memorial_id: 'number',
  burial_address: 'text or null',
  burial_coordinates: 'text or null',
  photo_path: 'text or null',
} as const
const MEMORY = {
  id: 'number',
  memorials_id: 'number',
  description: 'text',
  author: 'text',
  created_at: 'text',
} as const
const PENDING = { ...MEMORY, memorial_name: 'text', author_email: 'text or null' } as const
const USER = {
  id: 'number',
  email: 'text',
  is_active: 'yes or no',
  is_superuser: 'yes or no',
  is_verified: 'yes or no',
  is_moderator: 'yes or no',
  has_pin: 'yes or no',
  max_memorials: 'number',
  advanced_memorials_left: 'number',
  bonus_gb_left: 'number',
} as const
const TOKEN = { access_token: 'text' } as const
const TARIFF = {
  id: 'number',
  type: 'text',
  title: 'text',
  description: 'text',
  features: ['text'],
  storage_limit: 'number',
  price: 'number',
} as const
const PROMOTION = {
  id: 'number',
  title: 'text',
  description: 'text',
  image_url: 'text or null',
  link: 'text or null',
} as const
const ORGANIZATION = {
  id: 'number',
  name: 'text',
  address: 'text or null',
  phone: 'text or null',
  website: 'text or null',
} as const

const LOGIN = ['grant_type', 'username', 'password', 'scope', 'client_id', 'client_secret']
const LIFE = ['lastname', 'name', 'surname', 'birth_date', 'death_date', 'biography', 'public_status']
const GRAVE = ['burial_address', 'burial_coordinates', 'burial_photo_file']

const call = (as: Actor, sent: string[], status: number, answer: Shape): OldCall => ({ as, sent, status, answer })
const archive = (kind: 'photo' | 'audio' | 'video'): Record<string, OldCall> => ({
  [`GET /${kind}_archive/get_memorial_${kind}s/{id}`]: call('guest', [], 200, { result: [ITEM] }),
  [`POST /${kind}_archive/create`]: call('owner', ['file', 'memorial_id', 'description'], 201, ITEM),
  [`PATCH /${kind}_archive/update/{id}`]: call('owner', ['description'], 200, ITEM),
  [`DELETE /${kind}_archive/delete/{id}`]: call('owner', [], 204, 'nothing'),
})

/** SPEC §7. */
const OLD_CALLS: Record<string, OldCall> = {
  'POST /auth/register': call('guest', ['email', 'password'], 201, USER),
  'POST /auth/login': call('guest', LOGIN, 200, TOKEN),
  'POST /auth/request-verify-token': call('guest', ['email'], 202, 'nothing'),
  'POST /auth/forgot-password': call('guest', ['email'], 202, 'nothing'),
  'POST /auth/reset-password': call('guest', ['token', 'password'], 200, 'nothing'),

  'POST /promo-codes/apply': call('owner', ['code'], 200, { tariff_title: 'text' }),
  'GET /promo/active': call('guest', [], 200, { result: [PROMOTION] }),

  'GET /memorial/my_memorials': call('owner', [], 200, { result: [OWN] }),
  'GET /memorial/public_memorials': call('guest', [], 200, { result: [CARD], total: 'number' }),
  'GET /memorial/swo_memorials': call('guest', [], 200, { result: [CARD], total: 'number' }),
  'GET /memorial/{id}': call('guest', [], 200, MEMORIAL),
  'GET /memorial/{id}/qrcode': call('guest', [], 200, 'a picture'),
  'DELETE /memorial/delete/{id}/': call('owner', [], 204, 'nothing'),
  'POST /memorial/{id}/verify-pin': call('guest', ['pin_code'], 200, TOKEN),
  'PATCH /memorial/upgrade/{id}': call('owner', [], 200, OWN),
  'PATCH /memorial/add-storage/{id}': call('owner', [], 200, OWN),
  'POST /memorial/create': call('owner', [...LIFE, 'swo_status', 'rate_check', 'file'], 201, OWN),
  'PATCH /memorial/update/{id}/': call('owner', [...LIFE, 'photo'], 200, OWN),

  ...archive('photo'),
  ...archive('audio'),
  ...archive('video'),

  'GET /burial/{memorialId}': call('guest', [], 200, BURIAL),
  'POST /burial/create': call('owner', ['memorial_id', ...GRAVE], 201, BURIAL),
  'PATCH /burial/update/{id}': call('owner', GRAVE, 200, BURIAL),
  'DELETE /burial/delete/{id}': call('owner', [], 204, 'nothing'),

  'GET /memories/all': call('guest', [], 200, { result: [MEMORY], total: 'number' }),
  'GET /memories/pending': call('owner', [], 200, { result: [PENDING], total: 'number' }),
  'POST /memories/create': call('guest', ['memorials_id', 'description', 'author', 'author_email'], 201, {
    ...MEMORY,
    status: 'text',
  }),
  'PATCH /memories/update/{id}': call('owner', ['description', 'author'], 200, MEMORY),
  'DELETE /memories/delete/{id}': call('owner', [], 204, 'nothing'),
  'POST /memories/moderate/{id}': call('owner', ['decision', 'author_email'], 200, { id: 'number', status: 'text' }),

  'GET /users/me': call('owner', [], 200, USER),
  'POST /users/me/change-password': call('owner', ['current_password', 'new_password'], 204, 'nothing'),
  'POST /users/me/set-pin': call('stranger', ['pin_code'], 204, 'nothing'),
  'POST /users/me/change-pin': call('owner', ['current_pin_code', 'new_pin_code'], 204, 'nothing'),
  'POST /users/me/reset-pin-with-password': call('owner', ['current_password', 'new_pin_code'], 204, 'nothing'),

  'GET /tariffs/': call('guest', [], 200, { result: [TARIFF] }),
  'GET /organizations/': call('guest', [], 200, { result: [ORGANIZATION] }),
}
const CALLS_OF_THE_SPECIFICATION = 47

/** What a list has to hold, so that there is something to compare. */
const BEFOREHAND: Record<string, (scene: Scene) => Promise<unknown>> = {
  'GET /memorial/swo_memorials': (scene) =>
    aStoredMemorial(scene.server, scene.accounts.owner.token, { swo_status: 'true' }),
  'GET /photo_archive/get_memorial_photos/{id}': (scene) => anItem(scene, 'photo'),
  'GET /audio_archive/get_memorial_audios/{id}': (scene) => anItem(scene, 'audio'),
  'GET /video_archive/get_memorial_videos/{id}': (scene) => anItem(scene, 'video'),
  'GET /burial/{memorialId}': aBurial,
  'GET /memories/pending': aMemory,
  'GET /memories/all': async (scene) => {
    const url = `/memories/moderate/${await aMemory(scene)}`
    await scene.server.api({
      method: 'POST',
      url,
      token: scene.accounts.owner.token,
      payload: { decision: 'approved' },
    })
  },
}

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

it('are promised every call of the specification', () => {
  expect(Object.keys(OLD_CALLS)).toHaveLength(CALLS_OF_THE_SPECIFICATION)
})

it.each(Object.entries(OLD_CALLS))('are answered as before: %s', async (name, { as, sent, status, answer }) => {
  const scene = await newScene({ isPublic: !name.endsWith('/verify-pin'), withPhoto: true })
  await BEFOREHAND[name]?.(scene)
  const request = name === 'GET /burial/{memorialId}' ? { id: scene.page.id } : await requestOf(name, scene)
  expect(fieldsIn(request.payload).filter((field) => !sent.includes(field))).toEqual([])

  const [method, path = ''] = name.split(' ')
  const { id, headers, query, payload } = request
  const token = await scene.tokenOf(as)
  const answered = await server.api({
    ...{ method, url: path.replace(/\{\w+\}/, String(id)), headers: { ...fromAnotherAddress(), ...headers } },
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
    ...(token && { token }),
  })

  expect(answered.statusCode).toBe(status)
  if (answer === 'a picture') expect(answered.headers['content-type']).toBe('image/png')
  else if (answer === 'nothing') expect(['', 'null']).toContain(answered.body)
  else expect(differencesFrom(answer, answered.json(), 'answer')).toEqual([])
})

async function requestOf(name: string, scene: Scene): Promise<Request> {
  const request = await CALLS[name]?.(scene)
  if (!request) throw new Error(`No request is known for ${name}`)
  return request
}

async function anItem(scene: Scene, kind: 'photo' | 'audio' | 'video'): Promise<void> {
  const { id: memorialId } = await advanced(scene)
  await anArchiveItem(server, kind, { token: scene.accounts.owner.token, memorialId })
}

function fieldsIn(payload: Request['payload']): string[] {
  if (payload === undefined) return []
  if (payload instanceof FormData) return [...payload.keys()]
  if (typeof payload === 'string') return [...new URLSearchParams(payload).keys()]
  return Object.keys(payload)
}

/** Each place where a value is not of its old kind, or is missing. */
function differencesFrom(shape: Shape, value: unknown, place: string): string[] {
  if (typeof shape === 'string') return isOf(shape, value) ? [] : [`${place}: ${JSON.stringify(value)} is no ${shape}`]
  if (isList(shape)) {
    if (!Array.isArray(value) || value.length === 0) return [`${place}: no list, or an empty one`]
    return value.flatMap((item, index) => differencesFrom(shape[0], item, `${place}[${index}]`))
  }
  return Object.entries(shape).flatMap(([field, inner]) =>
    differencesFrom(inner, (value as Record<string, unknown> | null)?.[field], `${place}.${field}`),
  )
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}

function isOf(shape: string, value: unknown): boolean {
  if (shape === 'text or null') return value === null || typeof value === 'string'
  if (shape === 'number') return typeof value === 'number'
  return typeof value === (shape === 'text' ? 'string' : 'boolean')
}
