import { ADVANCED, type Memorial } from '@contract/memorial'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

let server: TestApp
let owner: string
let stranger: string
let unverified: string

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
  stranger = (await server.signUp()).token
  unverified = (await server.signUp({ verified: false })).token
})
afterAll(() => server.close())

function update(id: number, fields: Record<string, string>, token = owner, photo?: Uint8Array) {
  const payload = new FormData()
  for (const [name, value] of Object.entries(fields)) payload.append(name, value)
  if (photo) payload.append('photo', new Blob([photo as Uint8Array<ArrayBuffer>]), 'new.jpg')
  return server.api({ method: 'PATCH', url: `/memorial/update/${id}/`, token, payload })
}

const read = async (id: number, token = owner) => (await server.api({ url: `/memorial/${id}`, token })).json<Memorial>()

const filesInStore = async () => (await server.storedFiles()).size

describe.each([
  ['update', 'PATCH', (id: number) => `/memorial/update/${id}/`],
  ['upgrade', 'PATCH', (id: number) => `/memorial/upgrade/${id}`],
  ['add storage', 'PATCH', (id: number) => `/memorial/add-storage/${id}`],
  ['delete', 'DELETE', (id: number) => `/memorial/delete/${id}/`],
] as const)('%s', (_what, method, url) => {
  it.each([
    ['a guest', () => undefined, 401],
    ['an unverified account', () => unverified, 403],
    ['a stranger', () => stranger, 403],
  ])('is refused to %s', async (_who, token, status) => {
    const { id } = await aStoredMemorial(server, owner)
    const bearer = token()
    expect((await server.api({ method, url: url(id), ...(bearer && { token: bearer }) })).statusCode).toBe(status)
    expect(await read(id)).toMatchObject({ id })
  })

  it('knows no memorial that is not there', async () => {
    expect((await server.api({ method, url: url(999_999), token: owner })).statusCode).toBe(404)
    expect((await server.api({ method, url: url(Number.NaN), token: owner })).statusCode).toBe(404)
  })
})

describe('update', () => {
  it('changes what it names and leaves the rest', async () => {
    const memorial = await aStoredMemorial(server, owner)
    const response = await update(memorial.id, { name: 'павел' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ...memorial, name: 'Павел' })
    expect(await read(memorial.id)).toEqual({ ...memorial, name: 'Павел' })
  })

  it('clears an optional text that comes empty', async () => {
    const { id } = await aStoredMemorial(server, owner)
    expect((await update(id, { surname: '', biography: '' })).json()).toMatchObject({ surname: null, biography: null })
  })

  it('finds by the new name, no longer by the old', async () => {
    const { id } = await aStoredMemorial(server, owner, { lastname: 'Прежняя' })
    await update(id, { lastname: 'Щёголева' })
    const found = async (lastname: string) =>
      (await server.api({ url: '/memorial/public_memorials', query: { lastname } })).json<{ total: number }>().total
    expect([await found('прежняя'), await found('щеголева')]).toEqual([0, 1])
  })

  it.each([
    ['an empty last name', { lastname: '' }, 'lastname'],
    ['a birth after the death that stays', { birth_date: '2001-01-01' }, 'death_date'],
    ['a death before the birth that stays', { death_date: '1900-01-01' }, 'death_date'],
    ['no birth date', { birth_date: '' }, 'birth_date'],
    ['a Latin name', { name: 'Petr' }, 'name'],
  ])('refuses %s', async (_what, fields, field) => {
    const { id } = await aStoredMemorial(server, owner)
    const response = await update(id, fields)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ detail: [{ loc: ['body', field] }] })
  })

  it('makes a page that turns private no hero’s', async () => {
    const { id } = await aStoredMemorial(server, owner, { swo_status: 'true' })
    expect(await read(id)).toMatchObject({ swo_status: true })
    expect((await update(id, { public_status: 'false' })).json()).toMatchObject({
      public_status: false,
      swo_status: false,
    })
    expect((await update(id, { swo_status: 'true' })).json()).toMatchObject({ swo_status: false })
  })

  it('replaces the photo, and the old one is really gone', async () => {
    const { id, photo_path: old } = await aStoredMemorial(server, owner, {}, { withPhoto: true })
    const before = await filesInStore()

    const { photo_path: current } = (await update(id, {}, owner, await smallPicture('png'))).json<Memorial>()

    expect(current).not.toBe(old)
    expect((await server.app.inject(current ?? '')).statusCode).toBe(200)
    expect((await server.app.inject(old ?? '')).statusCode).toBe(404)
    expect(await filesInStore()).toBe(before)
  })

  it('leaves the photo when the rest is refused', async () => {
    const memorial = await aStoredMemorial(server, owner, {}, { withPhoto: true })
    const before = await filesInStore()
    expect((await update(memorial.id, { name: '1' }, owner, await smallPicture())).statusCode).toBe(422)
    expect(await filesInStore()).toBe(before)
    expect(await read(memorial.id)).toEqual(memorial)
  })
})

describe('credits', () => {
  const patch = (what: string, id: number, token: string) =>
    server.api({ method: 'PATCH', url: `/memorial/${what}/${id}`, token })

  it('upgrade once for one credit; a second time is a conflict, and without a credit it is refused', async () => {
    const { token } = await anOwner(server, { advanced: 1 })
    const { id } = await aStoredMemorial(server, token)
    const other = await aStoredMemorial(server, token)

    expect((await patch('upgrade', id, token)).json()).toMatchObject({
      profile_rate: ADVANCED,
      media_storage_limit: 262_144_000,
    })
    expect((await patch('upgrade', id, token)).statusCode).toBe(409)
    expect((await patch('upgrade', other.id, token)).statusCode).toBe(403)
  })

  it('add one gigabyte to an advanced memorial, once', async () => {
    const { token } = await anOwner(server, { advanced: 1, gigabytes: 2 })
    const { id } = await aStoredMemorial(server, token)

    expect((await patch('add-storage', id, token)).statusCode).toBe(409)
    await patch('upgrade', id, token)
    expect((await patch('add-storage', id, token)).json()).toMatchObject({
      media_storage_limit: 262_144_000 + 1_073_741_824,
    })
    expect((await patch('add-storage', id, token)).statusCode).toBe(409)
    expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ bonus_gb_left: 1 })
  })
})

describe('delete', () => {
  it('takes every address at once, gives the place back, and takes rows and files three days later', async () => {
    const { user, token } = await anOwner(server)
    await server.db.updateTable('users').set({ max_memorials: 1 }).where('id', '=', user.id).execute()
    const before = await filesInStore()
    const { id, photo_path: photo } = await aStoredMemorial(server, token, {}, { withPhoto: true })

    const response = await server.api({ method: 'DELETE', url: `/memorial/delete/${id}/`, token })

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await server.api({ url: `/memorial/${id}` })).statusCode).toBe(404)
    expect((await server.app.inject(photo ?? '')).statusCode).toBe(404)
    expect(await aStoredMemorial(server, token)).toHaveProperty('id')
    await destroyOverdue(server)
    expect(await filesInStore()).toBe(before)
  })
})
