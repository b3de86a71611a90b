import type { Memorial } from '@contract/memorial'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let owner: string
let stranger: string

beforeAll(async () => {
  server = await startTestApp()
  const account = await server.signUp()
  owner = account.token
  await server.db.updateTable('users').set({ max_memorials: 100 }).where('id', '=', account.user.id).execute()
  stranger = (await server.signUp()).token
})
afterAll(() => server.close())

async function remember(fields: Record<string, string> = {}): Promise<Memorial> {
  const payload = memorialForm(fields, { bytes: await smallPicture() })
  const response = await server.api({ method: 'POST', url: '/memorial/create', token: owner, payload })
  return response.json<Memorial>()
}

const as = (token: string | undefined) => (token ? { token } : {})

describe.each([
  ['a guest', () => undefined],
  ['a guest with a dead token', () => 'dead'],
  ['a stranger', () => stranger],
])('%s', (_who, token) => {
  it('reads a public page, without the sizes that are its owner’s', async () => {
    const { id } = await remember()
    const response = await server.api({ url: `/memorial/${id}`, ...as(token()) })
    expect(response.statusCode).toBe(200)
    expect(response.json()).not.toHaveProperty('media_storage_limit')
    expect(response.json()).not.toHaveProperty('used_storage_bytes')
  })

  it('is told that a closed page is closed, and nothing of whose it is', async () => {
    const { id } = await remember({ public_status: 'false' })
    for (const url of [`/memorial/${id}`, `/burial/${id}`, `/memories/all?memorial_id=${id}`]) {
      const response = await server.api({ url, ...as(token()) })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({ detail: 'Страница закрыта. Введите PIN-код.' })
    }
  })
})

it('tells visitors where no PIN opens a closed page: none is set, or it was taken down', async () => {
  const { id } = await remember({ public_status: 'false' })
  const told = async () => (await server.api({ url: `/memorial/${id}` })).headers['x-pin']
  const user = async (pin_hash: string | null) =>
    server.db
      .updateTable('users')
      .set({ pin_hash })
      .where('id', '=', (await server.api({ url: '/users/me', token: owner })).json<{ id: number }>().id)
      .execute()
  expect(await told()).toBe('none')
  await user('a hash')
  expect(await told()).toBeUndefined()
  const close = { closed_at: new Date(), closed_reason: 'Жалоба' }
  await server.db.updateTable('memorials').set(close).where('id', '=', id).execute()
  expect(await told()).toBe('none')
  await user(null)
})

it('shows its owner a closed page, its photo at a signed address that nobody can bend', async () => {
  const { id } = await remember({ public_status: 'false' })
  const memorial = (await server.api({ url: `/memorial/${id}`, token: owner })).json<Memorial>()
  const address = memorial.photo_path ?? ''

  expect(memorial).toHaveProperty('used_storage_bytes', 0)
  expect((await server.app.inject(address)).statusCode).toBe(200)
  expect((await server.app.inject(address.split('?')[0] ?? '')).statusCode).toBe(403)
  expect((await server.app.inject(address.replace(/expires=(\d)/, 'expires=9$1'))).statusCode).toBe(403)
  expect((await server.app.inject(address.replace(/.$/, ''))).statusCode).toBe(403)
})

it('closes the bare address of a photo when its page closes', async () => {
  const { id, photo_path: address } = await remember()
  expect((await server.app.inject(address ?? '')).statusCode).toBe(200)

  await server.db.updateTable('memorials').set({ public_status: false }).where('id', '=', id).execute()

  expect((await server.app.inject(address ?? '')).statusCode).toBe(403)
})

it.each(['0', '-1', '999999', '99999999999999999999', 'abc', '1.5', '1e3', '%00', '..%2f..%2fetc', "1'--"])(
  'knows no memorial %s',
  async (id) => {
    const response = await server.api({ url: `/memorial/${id}` })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ detail: 'Not Found' })
  },
)

it('answers with and without the last slash, and 405 to a wrong method', async () => {
  const { id } = await remember()
  expect((await server.api({ url: `/memorial/${id}/` })).statusCode).toBe(200)
  const response = await server.api({ method: 'PUT', url: `/memorial/${id}` })
  expect(response.statusCode).toBe(405)
  expect(response.json()).toEqual({ detail: 'Method Not Allowed' })
})

it('tells where the grave is, or 404 when the family has not told', async () => {
  const { id } = await remember()
  expect((await server.api({ url: `/burial/${id}` })).statusCode).toBe(404)

  const burial = { memorial_id: id, burial_address: 'Тверь', burial_coordinates: '56.8, 35.9', photo_id: null }
  await server.db.insertInto('burials').values(burial).execute()

  expect((await server.api({ url: `/burial/${id}` })).json()).toEqual({
    id: expect.any(Number),
    memorial_id: id,
    burial_address: 'Тверь',
    burial_coordinates: '56.8, 35.9',
    cemetery: null,
    plot: null,
    photo_path: null,
    photo_width: null,
    photo_height: null,
    road: [],
  })
})

it('shows approved memories alone, newest first, and no e-mail', async () => {
  const { id } = await remember()
  const memory = { memorials_id: id, author: 'Ольга', author_email: 'olga@example.org', decided_at: null }
  await server.db
    .insertInto('memories')
    .values([
      { ...memory, description: 'старое', status: 'approved', created_at: new Date('2024-01-01T00:00:00Z') },
      { ...memory, description: 'новое', status: 'approved', created_at: new Date('2025-01-01T00:00:00Z') },
      { ...memory, description: 'ждёт', status: 'pending' },
      { ...memory, description: 'отклонено', status: 'rejected' },
    ])
    .execute()

  const response = await server.api({ url: '/memories/all', query: { memorial_id: String(id), limit: '1' } })

  expect(response.json()).toEqual({
    result: [
      {
        id: expect.any(Number),
        memorials_id: id,
        author: 'Ольга',
        description: 'новое',
        created_at: '2025-01-01T00:00:00.000Z',
        reply: null,
        photo_path: null,
        photo_width: null,
        photo_height: null,
        voice: null,
      },
    ],
    total: 2,
  })
})
