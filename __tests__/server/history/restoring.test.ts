import type { ArchiveItem } from '@contract/archive'
import type { Burial } from '@contract/burial'
import type { Revision } from '@contract/history'
import type { Memorial } from '@contract/memorial'
import type { WrittenMemory } from '@contract/memory'
import { insertMemory } from '@server/modules/memories/repository'
import { anArchiveItem } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'
import { aBurial, burialOf, changeBurial, deleteBurial } from '../burial/burial-form'
import { aFamily } from './family'

let server: TestApp
let family: Awaited<ReturnType<typeof aFamily>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  family = await aFamily(server)
})

const STANDS_SO = 'Сейчас здесь и так написано то же самое.'
const newest = async (): Promise<Revision> => {
  const [revision] = (await family.history()).result
  if (!revision) throw new Error('There is no revision')
  return revision
}

describe('a change that is taken back', () => {
  it('puts back what stood before, as a revision of its own that nothing joins', async () => {
    const { sister, brother, change, restore, history, read } = family
    await change(brother, { biography: 'Переписано.' })
    const overwritten = await newest()

    const restored = await restore(sister, overwritten.id)

    expect([restored.statusCode, restored.json<Memorial>()]).toEqual([200, await read()])
    expect((await read()).biography).toBe('Родился в Вязёмах.')
    expect(await newest()).toMatchObject({
      ...{ who: 'Владелец', before: 'Переписано.', after: 'Родился в Вязёмах.', restored_from: overwritten.id },
    })
    await change(sister, { biography: 'Родился в Вязёмах весной.' })
    expect((await history()).result).toMatchObject([
      { before: 'Родился в Вязёмах.', restored_from: null },
      { restored_from: overwritten.id },
      { id: overwritten.id },
    ])
  })

  it('does not join with what the same person saved a moment before', async () => {
    const { sister, change, restore, history } = family
    await change(sister, { biography: 'Раз.' })
    await restore(sister, (await newest()).id)
    expect((await history()).total).toBe(2)
  })

  it('is refused where it stands so already, and changes nothing', async () => {
    const { sister, brother, change, restore, history } = family
    await change(brother, { biography: 'Переписано.' })
    const { id } = await newest()
    expect((await restore(sister, id)).statusCode).toBe(200)
    const again = await restore(sister, id)
    expect([again.statusCode, again.json()]).toEqual([409, { detail: STANDS_SO }])
    expect((await history()).total).toBe(2)
  })

  it('is a name, a date with its precision, and an empty text', async () => {
    const { sister, change, restore, history, read } = family
    await change(sister, { maiden_name: 'Иванов', birth_date: '1921', birth_precision: 'year' })
    await change(sister, { death_date: '', death_precision: 'unknown' })
    const begun = await read()
    for (const { id } of (await history()).result) expect((await restore(sister, id)).statusCode).toBe(200)
    expect(begun).toMatchObject({ maiden_name: 'Иванов', birth_precision: 'year', death_date: null })
    expect(await read()).toMatchObject({
      ...{ maiden_name: null, birth_date: '1921-05-09', birth_precision: 'day' },
      ...{ death_date: '1999-11-30', death_precision: 'day' },
    })
    const unknown = (await history()).result.find(({ what, restored_from }) => what === 'death_date' && restored_from)
    expect((await restore(sister, unknown?.id ?? 0)).json<Memorial>().death_date).toBeNull()
  })

  it('is refused by the rules of today', async () => {
    const { sister, change, restore, read } = family
    await change(sister, { birth_date: '1890-01-01', death_date: '1950-01-01' })
    const { id } = await newest()
    await change(sister, { birth_date: '1960-01-01', death_date: '1990-01-01' })
    const first = (await family.history()).result.find(({ what }) => what === 'death_date')
    await server.db
      .updateTable('memorials')
      .set({ birth_date: '2001-01-01' })
      .where('id', '=', family.page.id)
      .execute()
    expect(id).toBe(first?.id)
    const refused = await restore(sister, id)
    expect(refused.statusCode).toBe(422)
    expect((await read()).death_date).toBe('1990-01-01')
  })

  it('is a caption of the archive, and 404 once its photo is in the trash', async () => {
    const { sister, page, changeAt, restore } = family
    const { id } = await anArchiveItem(server, 'photo', { token: sister.token, memorialId: page.id })
    await changeAt(`/photo_archive/update/${id}`, sister, { description: 'На речке' })
    const { id: revision } = await newest()
    expect((await restore(sister, revision)).json<ArchiveItem>()).toMatchObject({ id, description: null })
    await server.api({ method: 'DELETE', url: `/photo_archive/delete/${id}?keep=true`, token: sister.token })
    expect((await restore(sister, (await newest()).id)).statusCode).toBe(404)
  })

  it('is words of memory, and the reply to them', async () => {
    const { sister, page, restore } = family
    const words = { description: 'Помню.', author: 'Вера', author_email: null, status: 'approved' } as const
    const { memory } = await insertMemory(server.db, { memorials_id: page.id, ...words })
    const mended = { author: 'Вера П.', description: 'Помню его.' }
    const url = `/memories/update/${memory.id}`
    await server.api({ method: 'PATCH', url, token: sister.token, payload: mended })
    for (const { id } of (await family.history()).result) await restore(sister, id)
    const payload = { text: 'Спасибо.' }
    await server.api({ method: 'POST', url: `/memories/${memory.id}/reply`, token: sister.token, payload })
    expect((await restore(sister, (await newest()).id)).json<WrittenMemory>()).toMatchObject({
      ...{ author: 'Вера', description: 'Помню.', reply: null, status: 'approved' },
    })
  })

  it('is a fact of the burial, also of a place that was deleted', async () => {
    const { sister, page, history, restore } = family
    const { id } = await aBurial(server, sister.token, page.id)
    await changeBurial(server, id, { token: sister.token, burial_address: 'Тверь' })
    const restored = await restore(sister, (await newest()).id)
    expect(restored.json<Burial>().burial_address).toBe('Тверь, Дмитрово-Черкасское кладбище')
    await deleteBurial(server, id, sister.token)
    for (const { id: revision } of (await history()).result.slice(0, 2)) {
      expect((await restore(sister, revision)).statusCode).toBe(200)
    }
    expect((await burialOf(server, page.id)).json<Burial>()).toMatchObject({
      ...{ burial_address: 'Тверь, Дмитрово-Черкасское кладбище', burial_coordinates: '56.8, 35.9', photo_path: null },
    })
  })

  it('is not one of another page', async () => {
    const { sister, change } = family
    await change(sister, { biography: 'Раз.' })
    const { id } = await newest()
    const other = await aFamily(server)
    expect((await other.restore(other.sister, id)).statusCode).toBe(404)
    expect((await other.restore(other.sister, 2_147_483_647)).statusCode).toBe(404)
    expect((await family.read()).biography).toBe('Раз.')
  })

  it('is read through many later ones', async () => {
    const { sister, brother, change, history, restore, read } = family
    for (let turn = 1; turn <= 60; turn++) await change(turn % 2 ? sister : brother, { biography: `Рассказ ${turn}.` })
    const { result } = await history(sister, { offset: '59', limit: '1' })
    expect(result).toMatchObject([{ before: 'Родился в Вязёмах.', after: 'Рассказ 1.' }])
    await restore(sister, result[0]?.id ?? 0)
    expect((await read()).biography).toBe('Родился в Вязёмах.')
  })
})

describe('a day that is taken back', () => {
  const DAY = '2026-03-08'
  /** All revisions so far, at an instant. */
  const at = (instant: string) =>
    server.db
      .updateTable('revisions')
      .set({ at: new Date(instant) })
      .execute()

  it('puts back what stood before the first change of each field on it, and nothing else', async () => {
    const { sister, brother, change, restoreDay, read } = family
    await change(sister, { name: 'Павел' })
    await at(`2026-03-07T09:00:00Z`)
    await change(sister, { name: 'Прохор', biography: 'Раз.' })
    await change(brother, { biography: 'Два.', lastname: 'Соснин' })
    await server.db
      .updateTable('revisions')
      .set({ at: new Date(`${DAY}T09:00:00Z`) })
      .where('at', '>', new Date('2026-04-01'))
      .execute()
    await change(sister, { surname: 'Петрович', lastname: 'Елин' })

    const restored = await restoreDay(brother, { day: DAY })

    expect([restored.statusCode, restored.json()]).toEqual([200, { restored: 3, refused: [] }])
    expect(await read()).toMatchObject({
      ...{ name: 'Павел', biography: 'Родился в Вязёмах.', lastname: 'Ёлкин', surname: 'Петрович' },
    })
    expect((await restoreDay(brother, { day: DAY })).json()).toEqual({ restored: 0, refused: [] })
    expect((await restoreDay(brother, { day: '2026-03-09' })).json()).toEqual({ restored: 0, refused: [] })
  })

  it('begins and ends by the clock of the zone', async () => {
    const { sister, change, restoreDay, read } = family
    await change(sister, { biography: 'Поздно вечером.' })
    await at(`${DAY}T21:30:00Z`)
    const inMoscow = await restoreDay(sister, { day: DAY })
    expect(inMoscow.json()).toMatchObject({ restored: 0 })
    const inVladivostok = await restoreDay(sister, { day: DAY, time_zone: 'Asia/Vladivostok' })
    expect(inVladivostok.json()).toMatchObject({ restored: 0 })
    const inLondon = await restoreDay(sister, { day: DAY, time_zone: 'Europe/London' })
    expect(inLondon.json()).toMatchObject({ restored: 1 })
    expect((await read()).biography).toBe('Родился в Вязёмах.')
  })

  it('brings dates back together that could not come back one after another', async () => {
    const { sister, change, restoreDay, read } = family
    await change(sister, { birth_date: '2001-01-01', death_date: '2020-01-01', name: 'Павел' })
    await at(`${DAY}T09:00:00Z`)
    expect((await restoreDay(sister, { day: DAY })).json()).toEqual({ restored: 3, refused: [] })
    expect(await read()).toMatchObject({ birth_date: '1921-05-09', death_date: '1999-11-30', name: 'Пётр' })
  })

  it('names what the rules of today refuse, which stays, and restores the rest', async () => {
    const { sister, page, change, changeAt, restoreDay, read } = family
    const { id } = await anArchiveItem(server, 'photo', { token: sister.token, memorialId: page.id })
    await changeAt(`/photo_archive/update/${id}`, sister, { description: 'На речке' })
    await change(sister, { death_date: '1998-01-01', biography: 'Раз.', name: 'Павел' })
    await at(`${DAY}T09:00:00Z`)
    await server.db.updateTable('memorials').set({ birth_date: '1868-06-01' }).where('id', '=', page.id).execute()
    await server.api({ method: 'DELETE', url: `/photo_archive/delete/${id}?keep=true`, token: sister.token })

    const restored = await restoreDay(sister, { day: DAY })

    expect(restored.json()).toEqual({ restored: 2, refused: [`photo.${id}.description`, 'death_date'] })
    expect(await read()).toMatchObject({ death_date: '1998-01-01', biography: 'Родился в Вязёмах.', name: 'Пётр' })
  })

  it.each([
    [{}, 'day'],
    [{ day: '2026-02-30' }, 'day'],
    [{ day: '8 марта' }, 'day'],
    [{ day: DAY, time_zone: 'Луна/Море' }, 'time_zone'],
    [{ day: DAY, time_zone: 'Europe/Nowhere' }, 'time_zone'],
    [{ day: DAY, time_zone: '+03:00' }, 'time_zone'],
  ])('is not %j', async (payload, field) => {
    const refused = await family.restoreDay(family.sister, payload)
    expect([refused.statusCode, refused.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc]).toEqual([
      422,
      ['body', field],
    ])
  })
})
