import path from 'node:path'
import type { Burial } from '@contract/burial'
import { FILES_OF_PICTURE, smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'
import { aVisitorWithPin } from '../memories/words'
import { aBurial, type BurialFields, burialOf, changeBurial, deleteBurial, tellBurial, TVER } from './burial-form'

let server: TestApp
let owner: string
let memorialId: number
let burial: Burial

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())
beforeEach(async () => {
  memorialId = (await aStoredMemorial(server, owner)).id
  burial = await aBurial(server, owner, memorialId)
})

const change = (fields: BurialFields & { photo?: Uint8Array }) =>
  changeBurial(server, burial.id, { token: owner, ...fields })
const filesInStore = () => server.storedFiles()
const stored = async () => (await burialOf(server, memorialId)).json<Burial>()
const statusOf = async (address: string | null) => (await server.app.inject(address ?? '')).statusCode

describe('update', () => {
  it.each([
    ['an address', { burial_address: 'Ржев' }],
    ['coordinates', { burial_coordinates: '56.26, 34.32' }],
    ['a cemetery and a plot', { cemetery: 'Смоленское', plot: 'Участок 7' }],
    ['nothing', {}],
  ])('changes %s, and leaves what is absent', async (_what, fields) => {
    const response = await change(fields)
    expect([response.statusCode, response.json()]).toEqual([200, { ...burial, ...fields }])
    expect(await stored()).toEqual({ ...burial, ...fields })
  })

  it.each([
    ['burial_address', { burial_address: ' ' }],
    ['burial_coordinates', { burial_coordinates: '' }],
  ])('clears an empty %s', async (field, fields) => {
    expect((await change(fields)).json()).toEqual({ ...burial, [field]: null })
  })

  it('takes JSON too', async () => {
    const payload = { burial_address: 'Ржев' }
    const response = await server.api({
      method: 'PATCH',
      url: `/burial/update/${burial.id}/`,
      token: owner,
      payload,
    })
    expect(response.json()).toEqual({ ...burial, burial_address: 'Ржев' })
  })

  it('leaves a photo alone, but never nothing at all', async () => {
    const nothing = { burial_address: '', burial_coordinates: '' }
    expect((await change(nothing)).json()).toEqual({ ...burial, burial_address: null, burial_coordinates: null })

    memorialId = (await aStoredMemorial(server, owner)).id
    burial = (await tellBurial(server, { token: owner, memorialId, ...TVER })).json<Burial>()
    const refusal = await change(nothing)
    expect(refusal.statusCode).toBe(422)
    expect(refusal.json()).toMatchObject({
      detail: [{ loc: ['body', 'burial_address'], msg: 'Укажите адрес, координаты или добавьте фото.' }],
    })
    expect(await stored()).toEqual(burial)
    expect((await change({ ...nothing, photo: await smallPicture() })).statusCode).toBe(200)
  })

  it('replaces the photo, and the old one is really gone', async () => {
    const before = await filesInStore()

    const { photo_path: current, ...rest } = (await change({ photo: await smallPicture('png') })).json<Burial>()

    expect(rest).toEqual({
      id: burial.id,
      memorial_id: memorialId,
      ...TVER,
      cemetery: null,
      plot: null,
      photo_width: 40,
      photo_height: 50,
      road: [],
    })
    expect(current).not.toBe(burial.photo_path)
    expect([await statusOf(current), await statusOf(burial.photo_path)]).toEqual([200, 404])
    expect((await filesInStore()).size).toBe(before.size)
  })

  it.each([
    ['coordinates off the earth', { burial_coordinates: '91, 0' }, 422],
    ['an address of 501 characters', { burial_address: 'я'.repeat(501) }, 422],
    ['what is no picture', { photo: Buffer.from('GIF89a') }, 415],
  ])('refuses %s, and leaves everything as it was', async (_what, fields, status) => {
    const before = await filesInStore()
    const response = await change({ photo: await smallPicture(), ...fields })
    expect(response.statusCode).toBe(status)
    expect(await stored()).toEqual(burial)
    expect(await filesInStore()).toEqual(before)
    expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
  })
})

describe('delete', () => {
  it('takes the place and its photo, and it may be told anew', async () => {
    const before = await filesInStore()

    const response = await deleteBurial(server, burial.id, owner)

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await burialOf(server, memorialId)).statusCode).toBe(404)
    expect(await statusOf(burial.photo_path)).toBe(404)
    expect((await filesInStore()).size).toBe(before.size - FILES_OF_PICTURE)
    expect((await deleteBurial(server, burial.id, owner)).statusCode).toBe(404)
    expect((await tellBurial(server, { token: owner, memorialId, ...TVER })).statusCode).toBe(201)
  })

  it('comes with the deletion of the page', async () => {
    const before = await filesInStore()
    await server.api({ method: 'DELETE', url: `/memorial/delete/${memorialId}/`, token: owner })
    await destroyOverdue(server)
    expect((await burialOf(server, memorialId)).statusCode).toBe(404)
    expect(await statusOf(burial.photo_path)).toBe(404)
    expect((await filesInStore()).size).toBe(before.size - FILES_OF_PICTURE)
  })
})

describe.each([
  [
    'update',
    async (id: number | string, token?: string) => {
      const photo = await smallPicture()
      return changeBurial(server, id, { ...(token && { token }), burial_address: 'Ржев', photo })
    },
  ],
  ['delete', (id: number | string, token?: string) => deleteBurial(server, id, token)],
])('%s', (_call, ask) => {
  it.each([
    ['a guest', () => undefined, 401],
    [
      'a visitor with its memorial token',
      async () => {
        await server.db.updateTable('memorials').set({ public_status: false }).where('id', '=', memorialId).execute()
        return aVisitorWithPin(server, owner, memorialId)
      },
      401,
    ],
    ['an unverified account', async () => (await server.signUp({ verified: false })).token, 403],
    ['the owner of another page', async () => (await anOwner(server)).token, 403],
  ])('is refused to %s', async (_who, signIn, status) => {
    const before = await filesInStore()
    expect((await ask(burial.id, await signIn())).statusCode).toBe(status)
    expect((await burialOf(server, memorialId, owner)).json()).toMatchObject(TVER)
    expect(await filesInStore()).toEqual(before)
  })

  it.each([999_999, 'abc', '%00'])('knows no burial place %s', async (id) => {
    expect((await ask(id, owner)).statusCode).toBe(404)
  })
})

it('shows a closed page’s photo at a signed address, which its readers alone are given', async () => {
  const { id } = await aStoredMemorial(server, owner, { public_status: 'false' })
  const { photo_path: address } = await aBurial(server, owner, id)
  const visitor = await aVisitorWithPin(server, owner, id)
  const shown = (await burialOf(server, id, visitor)).json<Burial>().photo_path ?? ''

  expect(address).toMatch(/\?expires=\d+&signature=/)
  expect([await statusOf(address), await statusOf(shown)]).toEqual([200, 200])
  expect(await statusOf(shown.split('?')[0] ?? '')).toBe(403)
  expect((await burialOf(server, id)).statusCode).toBe(403)
  expect((await burialOf(server, id, (await server.signUp()).token)).statusCode).toBe(403)
})

it('knows no place of a page that has none, nor of a page that is not there', async () => {
  const { id } = await aStoredMemorial(server, owner)
  for (const page of [id, 999_999, 'abc']) expect((await burialOf(server, page)).statusCode).toBe(404)
})
