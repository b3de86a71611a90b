import path from 'node:path'
import type { Burial } from '@contract/burial'
import { FILES_OF_PICTURE, smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aVisitorWithPin } from '../memories/words'
import { aBurial, type BurialFields, burialOf, tellBurial, TVER } from './burial-form'

const NOWHERE = {
  burial_address: null,
  cemetery: null,
  plot: null,
  burial_coordinates: null,
  photo_path: null,
  photo_width: null,
  photo_height: null,
  road: [],
}

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())
beforeEach(async () => {
  memorialId = (await aStoredMemorial(server, owner)).id
})

const create = async (place: BurialFields & { photo?: Uint8Array }) =>
  tellBurial(server, { token: owner, memorialId, ...place })
const filesInStore = () => server.storedFiles()
const filesInHand = async () => (await filesBelow(path.join(server.dataDir, 'uploads'))).size

it.each([
  ['an address', { burial_address: ' Тверь\u0007 ' }, { burial_address: 'Тверь' }],
  ['coordinates', { burial_coordinates: '56.8, 35.9' }, { burial_coordinates: '56.8, 35.9' }],
  ['a cemetery', { cemetery: ' Хованское\n' }, { cemetery: 'Хованское' }],
  ['a plot', { plot: 'Участок 12, ряд 3' }, { plot: 'Участок 12, ряд 3' }],
  ['both', TVER, TVER],
])('is told by %s', async (_what, fields, kept) => {
  const response = await create(fields)
  const burial = { ...NOWHERE, ...kept, id: expect.any(Number), memorial_id: memorialId }
  expect([response.statusCode, response.json()]).toEqual([201, burial])
  expect((await burialOf(server, memorialId)).json()).toEqual(burial)
})

it('is told by a photo alone, shown to everyone where the page is open', async () => {
  const response = await create({ photo: await smallPicture() })
  expect(response.statusCode).toBe(201)
  const { photo_path: photo, ...rest } = response.json<Burial>()
  expect(rest).toMatchObject({ burial_address: null, burial_coordinates: null })
  expect(photo).toMatch(/^\/media\/[\w-]+\/picture\.jpg$/)
  expect((await server.app.inject(photo ?? '')).statusCode).toBe(200)
})

it.each([
  ['no field', {}],
  ['empty fields', { burial_address: ' ', burial_coordinates: '' }],
])('is not told by %s', async (_what, fields) => {
  const response = await create(fields)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toEqual({
    detail: [
      { type: 'value_error', loc: ['body', 'burial_address'], msg: 'Укажите адрес, координаты или добавьте фото.' },
    ],
  })
  expect((await burialOf(server, memorialId)).statusCode).toBe(404)
})

it('is told once, and a photo that came with a second telling does not stay', async () => {
  await aBurial(server, owner, memorialId)
  const before = await filesInStore()

  const again = await create({ burial_address: 'Ржев', photo: await smallPicture() })

  expect([again.statusCode, again.json()]).toEqual([409, { detail: 'Место захоронения уже указано.' }])
  expect((await burialOf(server, memorialId)).json()).toMatchObject(TVER)
  expect(await filesInStore()).toEqual(before)
})

it('is told by exactly one of two tellings at once', async () => {
  const before = await filesInStore()
  const photo = await smallPicture()
  const answers = await Promise.all([create({ photo }), create({ photo })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect((await filesInStore()).size).toBe(before.size + FILES_OF_PICTURE)
})

it.each([
  ['56.8,35.9', '56.8, 35.9'],
  ['56.8   ,  35.9', '56.8, 35.9'],
  [' 56.8, 35.9 ', '56.8, 35.9'],
  ['-90, -180', '-90, -180'],
  ['90, 180', '90, 180'],
  ['0, 0', '0, 0'],
  ['55.755831234567890, 37.617673', '55.755831234567890, 37.617673'],
  ['55,1234567 37,7654321', '55.1234567, 37.7654321'],
  ['N56.1 E40.4', '56.1, 40.4'],
  ['56°48′18″ с. ш., 35°54′ в. д.', '56.805, 35.9'],
  ['https://yandex.ru/maps/?ll=35.8%2C56.7&pt=35.9%2C56.8&z=17', '56.8, 35.9'],
])('takes the coordinates %p', async (given, kept) => {
  expect((await create({ burial_coordinates: given })).json()).toMatchObject({ burial_coordinates: kept })
})

it.each([
  '90.1, 0',
  '-90.000001, 0',
  '0, 180.1',
  '0, -181',
  '56.8',
  '56.8,',
  '56.8, 35.9, 1',
  '56,8,35',
  '+56.8, 35.9',
  '5e1, 35.9',
  '.5, 35.9',
  '56., 35.9',
  'NaN, NaN',
  '0x10, 0',
  '56°68′, 35°54′',
  'Тверь',
  '５６, ３５',
])('refuses the coordinates %p', async (burial_coordinates) => {
  const response = await create({ burial_address: 'Тверь', burial_coordinates })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({
    detail: [
      {
        loc: ['body', 'burial_coordinates'],
        msg: 'Укажите широту и долготу через запятую, например: 55.7558, 37.6173',
      },
    ],
  })
  expect((await burialOf(server, memorialId)).statusCode).toBe(404)
})

it.each([
  ['https://yandex.ru/maps/-/CDbF4Iyr', /^Короткая ссылка не говорит/],
  ['https://yandex.ru/maps/213/moscow/', /^В этой ссылке нет координат/],
])('refuses the link %p, which says nothing, and says what would', async (burial_coordinates, message) => {
  const response = await create({ burial_coordinates })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({
    detail: [{ loc: ['body', 'burial_coordinates'], msg: expect.stringMatching(message) }],
  })
})

it('takes an address of 500 characters and not one more', async () => {
  expect((await create({ burial_address: 'я'.repeat(501) })).json()).toMatchObject({
    detail: [{ loc: ['body', 'burial_address'] }],
  })
  expect((await create({ burial_address: 'я'.repeat(500) })).statusCode).toBe(201)
})

it('refuses for a photo what is no picture, and leaves nothing behind', async () => {
  const before = await filesInStore()
  expect((await create({ burial_address: 'Тверь', photo: Buffer.from('<svg/>') })).statusCode).toBe(415)
  expect((await create({ burial_address: 'Тверь', photo: Buffer.alloc(20 * 1024 ** 2 + 1) })).statusCode).toBe(413)
  expect((await burialOf(server, memorialId)).statusCode).toBe(404)
  expect(await filesInStore()).toEqual(before)
  expect(await filesInHand()).toBe(0)
})

it('is told by the owner of the page alone', async () => {
  const before = await filesInStore()
  const statusAs = async (token?: string) =>
    (await tellBurial(server, { ...(token && { token }), memorialId, photo: await smallPicture() })).statusCode
  const closed = await aStoredMemorial(server, owner, { public_status: 'false' })

  expect(await statusAs()).toBe(401)
  expect(await statusAs(await aVisitorWithPin(server, owner, closed.id))).toBe(401)
  expect(await statusAs((await server.signUp({ verified: false })).token)).toBe(403)
  expect(await statusAs((await server.signUp()).token)).toBe(403)
  expect((await burialOf(server, memorialId)).statusCode).toBe(404)
  expect(await filesInStore()).toEqual(before)
  expect(await filesInHand()).toBe(0)
})

it('knows no page that is not there, and wants to know which page it is about', async () => {
  memorialId = 999_999
  expect((await create({ burial_address: 'Тверь' })).statusCode).toBe(404)
  memorialId = Number.NaN
  expect((await create({ burial_address: 'Тверь', photo: await smallPicture() })).json()).toMatchObject({
    detail: [{ loc: ['body', 'memorial_id'] }],
  })
  const payload = { burial_address: 'Тверь' }
  expect((await server.api({ method: 'POST', url: '/burial/create', token: owner, payload })).json()).toMatchObject({
    detail: [{ loc: ['body', 'memorial_id'], msg: 'Не указан мемориал' }],
  })
})
