import { readdir } from 'node:fs/promises'
import path from 'node:path'
import exifr from 'exifr'
import sharp from 'sharp'
import type { ErrorBody } from '@contract/errors'
import { PICTURE_WIDTHS } from '@contract/limits'
import { ADVANCED, BASIC, type Memorial } from '@contract/memorial'
import { pictureCopyPath } from '@contract/picture'
import { withSide } from '@support/large-pictures'
import { memorialFields, memorialForm } from '@support/memorial-form'
import { colourAt, phonePhotograph, smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function create(token: string | undefined, form: FormData) {
  return server.api({ method: 'POST', url: '/memorial/create', ...(token && { token }), payload: form })
}

const filesInStore = async () => (await server.storedFiles()).size

it('answers with the memorial as its owner sees it', async () => {
  const { user, token } = await server.signUp()

  const response = await create(token, memorialForm())

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(Number),
    user_id: user.id,
    role: 'owner',
    lastname: 'Ёлкин',
    name: 'Пётр',
    surname: 'Андреевич',
    maiden_name: null,
    birth_date: '1921-05-09',
    birth_precision: 'day',
    death_date: '1999-11-30',
    death_precision: 'day',
    biography: 'Учил детей географии.',
    candles: 0,
    candle_day: null,
    photo_original_path: null,
    photo_rotate: 0,
    photo_crop: null,
    photo_path: null,
    photo_width: null,
    photo_height: null,
    photo_tone: null,
    photo_preview: null,
    public_status: true,
    swo_status: false,
    indexable: true,
    keepers_decide: false,
    rate_check: false,
    profile_rate: BASIC,
    media_storage_limit: 0,
    used_storage_bytes: 0,
  })
})

it('keeps a photo upright, without EXIF, with four smaller copies beside it', async () => {
  const { token } = await server.signUp()
  const response = await create(token, memorialForm({}, { bytes: await phonePhotograph() }))
  const { photo_path: photoPath } = response.json<Memorial>()

  const stored = (await server.app.inject(photoPath ?? '')).rawPayload
  expect(await exifr.parse(await phonePhotograph())).toMatchObject({ latitude: 55.75 })
  expect(await exifr.parse(stored)).toBeUndefined()
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 3000, height: 4000 })
  expect(await colourAt(stored, 0.5, 0.1)).toBe('red')
  expect(await colourAt(stored, 0.5, 0.9)).toBe('blue')

  for (const width of PICTURE_WIDTHS) {
    const copy = (await server.app.inject(pictureCopyPath(photoPath ?? '', width))).rawPayload
    expect(await sharp(copy).metadata()).toMatchObject({ format: 'webp', width })
  }
})

it.each(['png', 'webp', 'gif'] as const)('takes a %s for a photo, whatever it is called', async (format) => {
  const { token } = await server.signUp()
  const file = { bytes: await smallPicture(format), name: 'notes.txt', type: 'text/plain' }
  expect((await create(token, memorialForm({}, file))).statusCode).toBe(201)
})

it.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a page of HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a JPEG cut off half-way', async () => (await phonePhotograph({ width: 400, height: 300 })).subarray(0, 900)],
  ['a head of a JPEG with nothing behind it', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
])('refuses %s named photo.jpg, and leaves nothing behind', async (_what, bytes) => {
  const { token } = await server.signUp()
  const before = await filesInStore()

  expect((await create(token, memorialForm({}, { bytes: await bytes() }))).statusCode).toBe(415)

  expect(await filesInStore()).toBe(before)
  expect(await readdir(path.join(server.dataDir, 'uploads'))).toEqual([])
  expect((await server.api({ url: '/memorial/my_memorials', token })).json()).toEqual({ result: [] })
})

it('refuses a picture of more than 205 megapixels before decoding it, and says that it has too many', async () => {
  const { token } = await server.signUp()
  const bomb = withSide(await smallPicture('png'), 15_000)
  const refused = await create(token, memorialForm({}, { bytes: bomb }))
  expect(refused.statusCode).toBe(413)
  expect(refused.json<ErrorBody>().detail).toMatch(/^Файл слишком большой: в нём больше пикселей/)
})

it('refuses a file of more than 20 MB', async () => {
  const { token } = await server.signUp()
  expect((await create(token, memorialForm({}, { bytes: Buffer.alloc(20 * 1024 ** 2 + 1) }))).statusCode).toBe(413)
  expect(await readdir(path.join(server.dataDir, 'uploads'))).toEqual([])
})

it('says that an empty file is empty', async () => {
  const { token } = await server.signUp()
  const response = await create(token, memorialForm({}, { bytes: new Uint8Array() }))
  expect(response.statusCode).toBe(422)
  expect(response.json()).toEqual({ detail: [{ type: 'value_error', loc: ['body', 'file'], msg: 'Файл пуст.' }] })
})

it('takes a form of plain fields too', async () => {
  const { token } = await server.signUp()
  const response = await server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialFields() })
  expect(response.statusCode).toBe(201)
})

it('answers a broken multipart body with 400', async () => {
  const { token } = await server.signUp()
  const response = await server.api({
    method: 'POST',
    url: '/memorial/create',
    token,
    headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
    payload: '--xyz\r\nContent-Disposition: form-data; name="lastname"\r\n\r\nЁлк',
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ detail: 'There was an error parsing the body' })
})

it('refuses a guest with 401 and an unverified account with 403', async () => {
  const { token } = await server.signUp({ verified: false })
  expect((await create(undefined, memorialForm())).statusCode).toBe(401)
  expect((await create('no-such-token', memorialForm())).statusCode).toBe(401)
  expect((await create(token, memorialForm())).statusCode).toBe(403)
})

it('ignores the fields that a body may not set', async () => {
  const { user, token } = await server.signUp()
  const response = await create(
    token,
    memorialForm({ user_id: '1', profile_rate: ADVANCED, media_storage_limit: '999', used_storage_bytes: '5' }),
  )
  expect(response.json()).toMatchObject({ user_id: user.id, profile_rate: BASIC, media_storage_limit: 0 })
})

it('stores a hero of a closed page as no hero', async () => {
  const { token } = await server.signUp()
  const response = await create(token, memorialForm({ public_status: 'false', swo_status: 'true' }))
  expect(response.json()).toMatchObject({ public_status: false, swo_status: false })
})

it('creates an advanced memorial for one credit, and nothing without a credit', async () => {
  const { user, token } = await server.signUp()
  const advanced = memorialForm({ rate_check: 'true' })

  const refusal = await create(token, advanced)
  expect(refusal.statusCode).toBe(403)
  expect(refusal.json()).toEqual({ detail: 'У вас нет права на размещение продвинутого мемориала' })
  expect((await server.api({ url: '/memorial/my_memorials', token })).json()).toEqual({ result: [] })

  await server.db.updateTable('users').set({ advanced_memorials_left: 1 }).where('id', '=', user.id).execute()
  expect((await create(token, advanced)).json()).toMatchObject({
    profile_rate: ADVANCED,
    media_storage_limit: 262_144_000,
  })
  expect((await create(token, advanced)).statusCode).toBe(403)
  expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ advanced_memorials_left: 0 })
})

it.each<[string, Record<string, string>, string, string]>([
  ['no last name', { lastname: ' ' }, 'lastname', 'Поле «Фамилия» обязательно для заполнения'],
  ['a Latin name', { name: 'Petr' }, 'name', 'Имя может содержать только русские буквы, дефисы и пробелы'],
  [
    'a name of hyphens',
    { surname: '---' },
    'surname',
    'Отчество может содержать только русские буквы, дефисы и пробелы',
  ],
  [
    'a look-alike Latin letter',
    { lastname: 'Eлкин' },
    'lastname',
    'Фамилия может содержать только русские буквы, дефисы и пробелы',
  ],
  ['a NUL', { biography: 'а\0б' }, 'biography', 'Текст содержит недопустимые символы'],
  ['no birth date', { birth_date: '' }, 'birth_date', 'Пожалуйста, заполните все поля дат корректными числами.'],
  ['a 13th month', { birth_date: '1921-13-01' }, 'birth_date', 'Месяц должен быть в диапазоне от 1 до 12.'],
  ['a 32nd day', { death_date: '1999-01-32' }, 'death_date', 'День должен быть в диапазоне от 1 до 31.'],
  ['30 February of birth', { birth_date: '1921-02-30' }, 'birth_date', 'Некорректная дата рождения.'],
  ['31 April of death', { death_date: '1999-04-31' }, 'death_date', 'Некорректная дата смерти.'],
  ['a death before birth', { death_date: '1900-01-01' }, 'death_date', 'Дата рождения должна быть раньше даты смерти'],
  ['a death to come', { death_date: '2045-01-01' }, 'death_date', 'Дата смерти не может быть в будущем'],
  [
    '131 years',
    { birth_date: '1860-01-01', death_date: '1991-01-01' },
    'death_date',
    'Разница между датами не может быть более 130 лет',
  ],
])('refuses %s', async (_what, fields, field, message) => {
  const { token } = await server.signUp()
  const response = await create(token, memorialForm(fields))
  expect(response.statusCode).toBe(422)
  expect(response.json<ErrorBody>().detail).toContainEqual({
    type: expect.any(String),
    loc: ['body', field],
    msg: message,
  })
})

it('cleans names and texts before it keeps them', async () => {
  const { token } = await server.signUp()
  const response = await create(
    token,
    memorialForm({ lastname: '  сидорова -  ёлкина ', name: 'И\u0306осиф', biography: 'а\u202eб\u0007\r\nв' }),
  )
  expect(response.json()).toMatchObject({ lastname: 'Сидорова-Ёлкина', name: 'Йосиф', biography: 'аб\nв' })
})
