import type { History } from '@contract/history'
import type { Memorial } from '@contract/memorial'
import { listHistory } from '@server/modules/history/revisions'
import { doTheJobs } from '@support/jobs'
import { readZip } from '@support/read-zip'
import { startTestApp, type TestApp } from '@support/server-app'
import { importFile, takeArchive, takenData } from '@support/taken-pages'
import { anOwner } from '@support/test-memorials'
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

const valuesOf = ({ result }: History) => result.map(({ what, before, after }) => [what, before, after])

describe('the list', () => {
  it('is read in parts, of many changes of many fields', async () => {
    const { sister, brother, change, history } = family
    for (let turn = 1; turn <= 30; turn++) {
      await change(turn % 2 ? sister : brother, { biography: `Рассказ ${turn}.`, name: turn % 3 ? 'Пётр' : 'Павел' })
    }
    const whole = (await history(sister, { limit: '100' })).result
    expect(whole.filter(({ what }) => what === 'biography').map(({ after }) => after)).toEqual(
      Array.from({ length: 30 }, (_turn, index) => `Рассказ ${30 - index}.`),
    )
    const parts = []
    for (let offset = 0; offset < whole.length; offset += 7) {
      const { result, total } = await history(brother, { offset: String(offset), limit: '7' })
      expect(total).toBe(whole.length)
      parts.push(...result)
    }
    expect(parts).toEqual(whole)
  })

  it('ends a page early where the texts are long, and never before the first', async () => {
    const { sister, brother, page, change } = family
    const long = (letter: string) => letter.repeat(2000)
    for (const [who, letter] of [
      [sister, 'а'],
      [brother, 'б'],
      [sister, 'в'],
    ] as const)
      await change(who, { biography: long(letter) })
    const read = (offset: number) => listHistory(server.db, page.id, { offset, limit: 50 }, 13_000)
    const parts = [await read(0), await read(1), await read(2)]
    expect(parts.map(({ result }) => result.map(({ after }) => JSON.stringify(after).slice(1, 2)))).toEqual([
      ['в'],
      ['б', 'а'],
      ['а'],
    ])
    expect(parts[0]?.total).toBe(3)
  })

  it('takes numbers alone', async () => {
    const { sister, page } = family
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=x']) {
      const url = `/memorial/${page.id}/history?${query}`
      expect((await server.api({ url, token: sister.token })).statusCode).toBe(422)
    }
  })
})

it('is kept for a year', async () => {
  const { sister, brother, change, history, pass } = family
  await change(sister, { biography: 'Старое.' })
  await change(brother, { biography: 'Новее.' })
  await pass(2 * 24 * 60)
  await change(sister, { biography: 'Новое.' })
  await pass(364 * 24 * 60)
  await doTheJobs(server)
  expect(valuesOf(await history())).toEqual([['biography', 'Новее.', 'Новое.']])
})

describe('a page in the trash', () => {
  it('has its history again once it is restored, and none once it is destroyed', async () => {
    const { sister, page, change, history } = family
    await change(sister, { biography: 'Раз.' })
    await server.api({ method: 'DELETE', url: `/memorial/delete/${page.id}?keep=true`, token: sister.token })
    expect((await server.api({ url: `/memorial/${page.id}/history`, token: sister.token })).statusCode).toBe(404)
    await server.api({ method: 'POST', url: `/memorial/restore/${page.id}`, token: sister.token })
    expect((await history()).total).toBe(1)
    await server.db.deleteFrom('memorials').where('id', '=', page.id).execute()
    const left = await server.db.selectFrom('revisions').select('id').where('memorial_id', '=', page.id).execute()
    expect(left).toEqual([])
  })
})

it('is told to keepers alone, also of a public page', async () => {
  const { page, change, sister } = family
  await change(sister, { biography: 'Раз.' })
  const stranger = await anOwner(server)
  const url = `/memorial/${page.id}/history`
  expect((await server.api({ url })).statusCode).toBe(401)
  expect((await server.api({ url, token: stranger.token })).statusCode).toBe(403)
  expect((await server.api({ url, token: sister.token })).headers['cache-control']).toBe('no-store')
  expect((await server.api({ url: '/memorial/2147483647/history', token: stranger.token })).statusCode).toBe(404)
  const seen = (await server.api({ url: `/memorial/${page.id}` })).json<Memorial>()
  expect(JSON.stringify(seen)).not.toContain('Вязёмах')
})

it('is taken along with the page, as the list tells it, and not brought back by an import', async () => {
  const { sister, brother, page, change, history } = family
  await change(sister, { biography: 'Раз.', birth_date: '1920-01-01' })
  await change(brother, { biography: 'Два.' })
  const archive = await takeArchive(server, sister.token, page.id)
  const { history: taken, history_total: total } = takenData(await readZip(archive))
  expect([taken, total]).toEqual([(await history()).result, 3])
  expect((await importFile(server, sister.token, archive)).statusCode).toBe(201)
  const ids = await server.db.selectFrom('revisions').select('memorial_id').distinct().execute()
  expect(ids.filter(({ memorial_id }) => memorial_id > page.id)).toEqual([])
})
