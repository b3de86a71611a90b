import type { History } from '@contract/history'
import { insertMemory } from '@server/modules/memories/repository'
import { giveFactor } from '@support/factors'
import { anArchiveItem } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'
import { aBurial, changeBurial, changeRoad, deleteBurial } from '../burial/burial-form'
import { aFamily } from './family'

let server: TestApp
let family: Awaited<ReturnType<typeof aFamily>>

const MODERATOR = 'sovetchik@example.org'

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: MODERATOR })
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  family = await aFamily(server)
})

const valuesOf = ({ result }: History) => result.map(({ what, before, after }) => [what, before, after])

describe('a change of a page', () => {
  it('leaves a revision of each changed field, newest first: before, after, when and by whom', async () => {
    const { sister, change, history } = family
    const begun = Date.now() - 1000
    await change(sister, { lastname: 'Ёлкина', biography: 'Родился в Больших Вязёмах.', name: 'Пётр' })

    const { result, total } = await history()

    expect(total).toBe(2)
    expect(result).toEqual([
      {
        ...{ id: expect.any(Number), at: expect.stringMatching(/Z$/), who: 'Владелец', what: 'biography' },
        ...{ before: 'Родился в Вязёмах.', after: 'Родился в Больших Вязёмах.' },
        ...{ accepted_by: null, restored_from: null },
      },
      expect.objectContaining({ what: 'lastname', before: 'Ёлкин', after: 'Ёлкина' }),
    ])
    for (const { at } of result) expect(Date.parse(at)).toBeGreaterThan(begun)
  })

  it('is one change of a date with its precision, and of an unknown one', async () => {
    const { sister, change, history } = family
    await change(sister, { birth_date: '1921', birth_precision: 'year' })
    await change(sister, { death_date: '', death_precision: 'unknown' })
    expect(valuesOf(await history())).toEqual([
      ['death_date', { date: '1999-11-30', precision: 'day' }, { date: null, precision: 'unknown' }],
      ['birth_date', { date: '1921-05-09', precision: 'day' }, { date: '1921-01-01', precision: 'year' }],
    ])
  })

  it('leaves none where nothing changes, nor of flags, a portrait or the making of the page', async () => {
    const { sister, change, history } = family
    await change(sister, { biography: 'Родился в Вязёмах.', public_status: 'false', rotate: '90' })
    expect(await history()).toEqual({ result: [], total: 0 })
  })

  it('leaves none when it is refused', async () => {
    const { sister, change, history } = family
    expect((await change(sister, { biography: 'Новое.', birth_date: '2999-01-01' })).statusCode).toBe(422)
    expect((await history()).total).toBe(0)
  })

  it('is of the burial, and a deleted place can still be read', async () => {
    const { sister, page, history } = family
    const { id } = await aBurial(server, sister.token, page.id)
    await changeRoad(server, { id, token: sister.token, before: [], steps: [{ id: null, line: 'Ворота' }] })
    await changeBurial(server, id, { token: sister.token, cemetery: 'Смоленское' })
    await deleteBurial(server, id, sister.token)
    expect(valuesOf(await history())).toEqual([
      ['burial.burial_coordinates', '56.8, 35.9', null],
      ['burial.cemetery', 'Смоленское', null],
      ['burial.burial_address', 'Тверь, Дмитрово-Черкасское кладбище', null],
      ['burial.cemetery', null, 'Смоленское'],
    ])
  })

  it.each(['photo', 'audio', 'video'] as const)('is of the words at an item of the %s archive', async (kind) => {
    const { sister, brother, page, history, changeAt } = family
    const { id } = await anArchiveItem(server, kind, { token: sister.token, memorialId: page.id })
    const words = { description: 'На речке', date_text: 'лето 1950', people: 'Пётр и Аня' }
    await changeAt(`/${kind}_archive/update/${id}`, brother, words)
    expect(valuesOf(await history()).sort()).toEqual([
      [`${kind}.${id}.date_text`, null, 'лето 1950'],
      [`${kind}.${id}.description`, null, 'На речке'],
      [`${kind}.${id}.people`, null, 'Пётр и Аня'],
    ])
    await server.db.deleteFrom('archive_items').where('id', '=', id).execute()
    expect((await history()).total).toBe(0)
  })

  it('is of words that keepers mend, and of their reply; none of what a reader writes', async () => {
    const { brother, page, history } = family
    const { memory } = await insertMemory(server.db, {
      ...{ memorials_id: page.id, description: 'Помню ево.', author: 'Вера', author_email: null, status: 'approved' },
    })
    const mend = { description: 'Помню его.' }
    await server.api({ method: 'PATCH', url: `/memories/update/${memory.id}`, token: brother.token, payload: mend })
    const payload = { text: 'Спасибо.' }
    await server.api({ method: 'POST', url: `/memories/${memory.id}/reply`, token: brother.token, payload })
    expect(valuesOf(await history())).toEqual([
      [`memory.${memory.id}.reply`, null, 'Спасибо.'],
      [`memory.${memory.id}.description`, 'Помню ево.', 'Помню его.'],
    ])
    await server.db.deleteFrom('memories').where('id', '=', memory.id).execute()
    expect((await history()).total).toBe(0)
  })

  it('is a moderator’s where one mends words, and does not join with a keeper’s', async () => {
    const { sister, page, history } = family
    const moderator = await server.signUp({ email: MODERATOR })
    const now = new Date()
    const proved = { password_set_by_letter_at: now, verified_at: now }
    await server.db.updateTable('users').set(proved).where('id', '=', moderator.user.id).execute()
    await giveFactor(server.db, moderator.user.id)
    const { memory } = await insertMemory(server.db, {
      ...{ memorials_id: page.id, description: 'Раз', author: 'Вера', author_email: null, status: 'approved' },
    })
    for (const [{ token }, description] of [
      [moderator, 'Два'],
      [sister, 'Три'],
      [moderator, 'Четыре'],
    ] as const) {
      await server.api({ method: 'PATCH', url: `/memories/update/${memory.id}`, token, payload: { description } })
    }
    const { result } = await history()
    expect(result.map(({ who, after }) => [who, after])).toEqual([
      ['Модератор', 'Четыре'],
      ['Владелец', 'Три'],
      ['Модератор', 'Два'],
    ])
    const expected = JSON.stringify({ description: 'Раз' })
    const late = { description: 'Пять', expected }
    const url = `/memories/update/${memory.id}`
    const refused = await server.api({ method: 'PATCH', url, token: moderator.token, payload: late })
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([409, ['detail']])
  })
})

describe('saves that follow each other', () => {
  it('are one revision within ten minutes of the last one, and two after them', async () => {
    const { sister, change, history, pass } = family
    for (const biography of ['Родился.', 'Родился в селе.', 'Родился в селе Вязёмы.']) {
      await change(sister, { biography })
      await pass(9)
    }
    expect(valuesOf(await history())).toEqual([['biography', 'Родился в Вязёмах.', 'Родился в селе Вязёмы.']])
    await pass(2)
    await change(sister, { biography: 'Жил в Вязёмах.' })
    expect(valuesOf(await history())).toEqual([
      ['biography', 'Родился в селе Вязёмы.', 'Жил в Вязёмах.'],
      ['biography', 'Родился в Вязёмах.', 'Родился в селе Вязёмы.'],
    ])
  })

  it('are not joined where someone else saved in between', async () => {
    const { sister, brother, change, history } = family
    await change(sister, { biography: 'Раз.' })
    await change(brother, { biography: 'Два.' })
    await change(sister, { biography: 'Три.' })
    expect((await history()).result.map(({ who, before, after }) => [who, before, after])).toEqual([
      ['Владелец', 'Два.', 'Три.'],
      ['Хранитель', 'Раз.', 'Два.'],
      ['Владелец', 'Родился в Вязёмах.', 'Раз.'],
    ])
  })

  it('are joined although someone else saved another text', async () => {
    const { sister, brother, change, history } = family
    await change(sister, { biography: 'Раз.' })
    await change(brother, { name: 'Павел' })
    await change(sister, { biography: 'Два.' })
    expect(valuesOf(await history())).toEqual([
      ['biography', 'Родился в Вязёмах.', 'Два.'],
      ['name', 'Пётр', 'Павел'],
    ])
  })

  it('are two where the second takes the first back', async () => {
    const { sister, change, history } = family
    await change(sister, { biography: 'Раз.' })
    await change(sister, { biography: 'Родился в Вязёмах.' })
    expect(valuesOf(await history())).toEqual([
      ['biography', 'Раз.', 'Родился в Вязёмах.'],
      ['biography', 'Родился в Вязёмах.', 'Раз.'],
    ])
  })

  it('say what is true where something else changed the text in between', async () => {
    const { sister, page, change, history } = family
    await change(sister, { biography: 'Раз.' })
    await server.db.updateTable('memorials').set({ biography: 'Извне.' }).where('id', '=', page.id).execute()
    await change(sister, { biography: 'Два.' })
    expect(valuesOf(await history())).toEqual([
      ['biography', 'Извне.', 'Два.'],
      ['biography', 'Родился в Вязёмах.', 'Раз.'],
    ])
  })
})

describe('the name of who changed it', () => {
  it('is the one they have chosen, while they keep the page', async () => {
    const { sister, brother, page, change, history, call } = family
    await change(sister, { biography: 'Раз.' })
    await change(brother, { biography: 'Два.' })
    const names = async () => (await history()).result.map(({ who }) => who)
    expect(await names()).toEqual(['Хранитель', 'Владелец'])

    await call(sister, 'Аня')
    await call(brother, 'Дядя Коля')
    expect(await names()).toEqual(['Дядя Коля', 'Аня'])

    await server.api({ method: 'DELETE', url: `/memorial/${page.id}/keepers/${brother.user.id}`, token: sister.token })
    expect(await names()).toEqual(['Бывший хранитель', 'Аня'])
  })

  it('goes with the account, and the revisions of a page that stays do not', async () => {
    const { brother, change, history, call } = family
    await call(brother, 'Дядя Коля')
    await change(brother, { biography: 'Раз.' })
    await server.db.deleteFrom('users').where('id', '=', brother.user.id).execute()
    expect((await history()).result).toMatchObject([{ who: 'Бывший хранитель', after: 'Раз.' }])
  })

  it('is never an e-mail', async () => {
    const { sister, brother, page, change } = family
    await change(sister, { biography: 'Раз.' })
    await change(brother, { biography: 'Два.' })
    const { body } = await server.api({ url: `/memorial/${page.id}/history`, token: sister.token })
    expect(body).not.toContain('@')
  })
})

it('tells the second of two who saves whose change came first, and when', async () => {
  const { sister, brother, change, history, call } = family
  await call(brother, 'Дядя Коля')
  await change(brother, { biography: 'Слова брата.' })

  const refused = await change(sister, { biography: 'Слова сестры.' }, { biography: 'Родился в Вязёмах.' })

  const [last] = (await history()).result
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    detail: 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.',
    changed_by: 'Дядя Коля',
    changed_at: last?.at,
  })
  await change(brother, { birth_date: '1920', birth_precision: 'year' })
  const ofDate = await change(sister, { birth_date: '1919-01-01' }, { birth_precision: 'day' })
  expect(ofDate.json()).toMatchObject({ changed_by: 'Дядя Коля' })
})
