import type { ArchiveItem } from '@contract/archive'
import type { Burial } from '@contract/burial'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import type { MemoryPage, WrittenMemory } from '@contract/memory'
import { anArchiveItem } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
const OF_BROTHER = { detail: REFUSAL, changed_by: 'Хранитель', changed_at: expect.any(String) }
const ADVANCED = { is_advanced: true, media_storage_limit: ARCHIVE_LIMIT_BYTES }

let server: TestApp
let sister: Awaited<ReturnType<typeof anOwner>>
let brother: Awaited<ReturnType<typeof anOwner>>
let page: Memorial

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
  sister = await anOwner(server)
  brother = await anOwner(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  page = await aStoredMemorial(server, sister.token, { biography: 'Родилась в Суздале.', maiden_name: 'Каримова' })
  await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: brother.user.id }).execute()
})

type Change = [who: { token: string }, fields: Record<string, string>, expected?: object | string]

const change = (...what: Change) => changeAt(`/memorial/update/${page.id}/`, ...what)

function changeAt(url: string, ...[{ token }, fields, expected]: Change) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (expected !== undefined)
    form.append('expected', typeof expected === 'string' ? expected : JSON.stringify(expected))
  return server.api({ method: 'PATCH', url, token, payload: form })
}

const biographyNow = async () =>
  (await server.api({ url: `/memorial/${page.id}`, token: sister.token })).json<Memorial>().biography

it('takes only the first of two changes that began from the same, and tells the second', async () => {
  const begun = { biography: page.biography }
  expect((await change(brother, { biography: 'Слова брата.' }, begun)).statusCode).toBe(200)

  const second = await change(sister, { biography: 'Слова сестры.' }, begun)

  expect(second.statusCode).toBe(409)
  expect(second.json()).toEqual(OF_BROTHER)
  expect(await biographyNow()).toBe('Слова брата.')
  expect((await change(sister, { biography: 'Слова сестры.' }, { biography: 'Слова брата.' })).statusCode).toBe(200)
  expect(await biographyNow()).toBe('Слова сестры.')
})

it('lets one of many changes at once through', async () => {
  const begun = { biography: page.biography }

  const statuses = await Promise.all(
    Array.from({ length: 10 }, async (_, nth) => {
      const who = nth % 2 === 0 ? sister : brother
      return (await change(who, { biography: `Слова ${nth}.` }, begun)).statusCode
    }),
  )

  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
})

it('joins changes of different fields', async () => {
  await change(brother, { maiden_name: '' }, { maiden_name: 'Каримова' })

  expect((await change(sister, { biography: 'Слова сестры.' }, { biography: page.biography })).statusCode).toBe(200)

  expect(await biographyNow()).toBe('Слова сестры.')
})

it('answers a repeated change as the first one, and takes null and an empty text for the same', async () => {
  const begun = { maiden_name: 'Каримова' }
  expect((await change(sister, { maiden_name: '' }, begun)).statusCode).toBe(200)
  expect((await change(sister, { maiden_name: '' }, begun)).statusCode).toBe(200)
  expect((await change(sister, { maiden_name: 'Белова' }, { maiden_name: '' })).statusCode).toBe(200)
})

it('compares dates with their precision', async () => {
  const { birth_date, birth_precision } = page
  await change(brother, { birth_date: birth_date ?? '', birth_precision: 'year' }, { birth_date, birth_precision })

  const second = await change(sister, { birth_date: '1921-05-10' }, { birth_date, birth_precision })

  expect(second.statusCode).toBe(409)
})

it('changes without asking where nothing is expected', async () => {
  await change(brother, { biography: 'Слова брата.' })
  expect((await change(sister, { biography: 'Слова сестры.' })).statusCode).toBe(200)
})

it.each(['x', '[]', '{"biography":1}', '{"user_id":"1"}'])('refuses %s as what is expected', async (expected) => {
  const refused = await change(sister, { biography: 'Слова.' }, expected)

  expect(refused.statusCode).toBe(422)
  expect(JSON.stringify(refused.json())).toContain('Укажите прежние значения полей как JSON.')
})

describe('of a burial place', () => {
  let place: Burial
  const changePlace = (...what: Change) => changeAt(`/burial/update/${place.id}`, ...what)
  const placeNow = async () => (await server.api({ url: `/burial/${page.id}`, token: sister.token })).json<Burial>()

  beforeEach(async () => {
    const payload = new FormData()
    const told = { memorial_id: String(page.id), burial_address: 'Тверь', burial_coordinates: '56.82, 35.83' }
    for (const [name, value] of Object.entries(told)) payload.append(name, value)
    place = (await server.api({ method: 'POST', url: '/burial/create', token: sister.token, payload })).json<Burial>()
  })

  it.each([
    ['burial_address', 'Тверь', 'Ржев', 'Торжок'],
    ['cemetery', null, 'Никольское', 'Смоленское'],
    ['plot', null, 'Участок 1', 'Участок 2'],
    ['burial_coordinates', '56.82, 35.83', '56.83, 35.84', '56.84, 35.85'],
  ])('takes only the first of two changes of %s', async (field, before, ofBrother, ofSister) => {
    expect((await changePlace(brother, { [field]: ofBrother }, { [field]: before })).statusCode).toBe(200)

    const second = await changePlace(sister, { [field]: ofSister }, { [field]: before })

    expect(second.statusCode).toBe(409)
    expect(second.json()).toEqual(OF_BROTHER)
    expect(await placeNow()).toMatchObject({ [field]: ofBrother })
    expect((await changePlace(sister, { [field]: ofSister }, { [field]: ofBrother })).statusCode).toBe(200)
  })

  it('lets one of many changes at once through', async () => {
    const statuses = await Promise.all(
      [sister, brother, sister, brother].map(async (who, nth) => {
        return (await changePlace(who, { plot: `Участок ${nth}` }, { plot: '' })).statusCode
      }),
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
  })

  it('joins changes of different fields, and takes a repeated one', async () => {
    const coordinates = { burial_coordinates: '56.82, 35.83' }
    await changePlace(brother, { burial_address: 'Ржев' }, { burial_address: 'Тверь' })
    expect((await changePlace(sister, { burial_coordinates: '' }, coordinates)).statusCode).toBe(200)
    expect((await changePlace(sister, { burial_coordinates: '' }, coordinates)).statusCode).toBe(200)
    expect(await placeNow()).toMatchObject({ burial_address: 'Ржев', burial_coordinates: null })
  })

  it('tells that it was deleted, also where a new one stands in its place', async () => {
    const { id } = place
    await server.api({ method: 'DELETE', url: `/burial/delete/${id}`, token: brother.token })
    expect((await changePlace(sister, { plot: 'Участок 2' }, { plot: null })).statusCode).toBe(404)
    await server.api({
      method: 'POST',
      url: '/burial/create',
      token: brother.token,
      payload: { memorial_id: page.id, plot: 'Участок 3' },
    })
    expect((await changePlace(sister, { plot: 'Участок 2' }, { plot: null })).statusCode).toBe(404)
  })

  it.each(['[]', '{"photo_path":"x"}'])('refuses %s as what is expected', async (expected) => {
    expect((await changePlace(sister, { plot: 'Участок 2' }, expected)).statusCode).toBe(422)
  })
})

describe('of what is said of a photo', () => {
  let item: ArchiveItem
  const describePhoto = (...what: Change) => changeAt(`/photo_archive/update/${item.id}`, ...what)

  beforeEach(async () => {
    await server.db.updateTable('memorials').set(ADVANCED).where('id', '=', page.id).execute()
    item = await anArchiveItem(server, 'photo', { token: sister.token, memorialId: page.id })
  })

  it.each([
    ['description', 'Волга', 'Ока'],
    ['date_text', '1955', '1956'],
    ['people', 'Анна', 'Вера'],
  ])('takes only the first of two changes of %s', async (field, ofBrother, ofSister) => {
    expect((await describePhoto(brother, { [field]: ofBrother }, { [field]: null })).statusCode).toBe(200)

    const second = await describePhoto(sister, { [field]: ofSister, rotate: '90' }, { [field]: null })

    expect(second.statusCode).toBe(409)
    expect(second.json()).toEqual(OF_BROTHER)
    // Nothing is changed: the photo stands as it stood.
    const { json } = await describePhoto(sister, { [field]: ofSister }, { [field]: ofBrother })
    expect(json()).toMatchObject({ [field]: ofSister, file_path: item.file_path })
  })

  it('lets one of many changes at once through, and joins changes of different fields', async () => {
    const statuses = await Promise.all(
      [sister, brother, sister, brother].map(async (who, nth) => {
        return (await describePhoto(who, { description: `Волга, ${nth}` }, { description: '' })).statusCode
      }),
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    expect((await describePhoto(sister, { people: 'Анна' }, { people: null })).statusCode).toBe(200)
  })

  it('tells that it was deleted, and is taken once it came back', async () => {
    const url = `/photo_archive/delete/${item.id}?keep=true`
    await server.api({ method: 'DELETE', url, token: brother.token })
    expect((await describePhoto(sister, { description: 'Волга' }, { description: null })).statusCode).toBe(404)
    await server.api({ method: 'POST', url: `/photo_archive/restore/${item.id}`, token: brother.token })
    expect((await describePhoto(sister, { description: 'Волга' }, { description: null })).statusCode).toBe(200)
  })

  it.each(['[]', '{"rotate":"90"}'])('refuses %s as what is expected', async (expected) => {
    expect((await describePhoto(sister, { people: 'Анна' }, expected)).statusCode).toBe(422)
  })
})

describe('of somebody’s words', () => {
  let words: WrittenMemory
  const send = (method: 'PATCH' | 'POST', url: string, { token }: { token: string }, payload: object) =>
    server.api({ method, url, token, payload })
  const mend = (who: { token: string }, payload: object) => send('PATCH', `/memories/update/${words.id}`, who, payload)
  const reply = (who: { token: string }, payload: object) => send('POST', `/memories/${words.id}/reply`, who, payload)
  const wordsNow = async () =>
    (await server.api({ url: `/memories/all?memorial_id=${page.id}`, token: sister.token })).json<MemoryPage>()
      .result[0]

  beforeEach(async () => {
    const payload = { memorials_id: page.id, description: 'Помню его уроки.', author: 'Мария' }
    words = (await send('POST', '/memories/create', sister, payload)).json<WrittenMemory>()
  })

  it.each([
    ['description', 'Помню его уроки.', 'Слова брата.', 'Слова сестры.'],
    ['author', 'Мария', 'Маша', 'Мария Орлова'],
  ])('takes only the first of two changes of %s', async (field, before, ofBrother, ofSister) => {
    const begun = JSON.stringify({ [field]: before })
    expect((await mend(brother, { [field]: ofBrother, expected: begun })).statusCode).toBe(200)

    const second = await mend(sister, { [field]: ofSister, expected: begun })

    expect(second.statusCode).toBe(409)
    expect(second.json()).toEqual(OF_BROTHER)
    expect(await wordsNow()).toMatchObject({ [field]: ofBrother })
    const expected = JSON.stringify({ [field]: ofBrother })
    expect((await mend(sister, { [field]: ofSister, expected })).statusCode).toBe(200)
  })

  it('takes only the first of two answers, and a repeated one', async () => {
    const begun = JSON.stringify({ reply: null })
    const first = { text: 'Ответ брата.', expected: begun }
    expect((await reply(brother, first)).statusCode).toBe(200)
    expect((await reply(brother, first)).statusCode).toBe(200)

    const second = await reply(sister, { text: 'Ответ сестры.', expected: begun })

    expect(second.statusCode).toBe(409)
    expect(second.json()).toEqual(OF_BROTHER)
    expect(await wordsNow()).toMatchObject({ reply: 'Ответ брата.' })
    const expected = JSON.stringify({ reply: 'Ответ брата.' })
    expect((await reply(sister, { text: '', expected })).statusCode).toBe(200)
    expect(await wordsNow()).toMatchObject({ reply: null })
  })

  it('lets one of many answers at once through', async () => {
    const statuses = await Promise.all(
      [sister, brother, sister, brother].map(async (who, nth) => {
        return (await reply(who, { text: `Ответ ${nth}.`, expected: '{"reply":null}' })).statusCode
      }),
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
  })

  it.each(['[]', '{"status":"approved"}'])('refuses %s as what is expected', async (expected) => {
    expect((await reply(sister, { text: 'Ответ.', expected })).statusCode).toBe(422)
    expect((await mend(sister, { author: 'Маша', expected })).statusCode).toBe(422)
  })
})
