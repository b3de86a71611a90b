import { sql } from 'kysely'
import type { ArchiveItem } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import type { Proposals, Proposed, WrittenProposal } from '@contract/proposals'
import { recordReached } from '@server/mail/repository'
import { blockAuthor } from '@server/modules/memories/pending-repository'
import { insertMemory } from '@server/modules/memories/repository'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anArchiveItem } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'
import { aFamily, type Person } from '../history/family'

let server: TestApp
let family: Awaited<ReturnType<typeof aFamily>>
let visits = 0

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  family = await aFamily(server)
})

const GUEST = 'vera@example.org'
const A_VALUE = { field: 'biography', value: 'Родился в Больших Вязёмах.' }

async function propose(
  fields: Record<string, string>,
  {
    by,
    withPhoto = false,
    at = `10.0.${++visits >> 8}.${visits & 255}`,
  }: { by?: Person; withPhoto?: boolean; at?: string } = {},
) {
  const payload = new FormData()
  const signed = { author: 'Вера', ...(!by && { author_email: `vera-${visits}@example.org` }), ...fields }
  for (const [name, value] of Object.entries(signed)) payload.append(name, value)
  if (withPhoto) payload.append('file', new Blob([(await smallPicture()) as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  const url = `/memorial/${family.page.id}/proposals`
  const headers = { 'x-forwarded-for': at }
  return server.api({ method: 'POST', url, payload, headers, ...(by && { token: by.token }) })
}

const proposed = async (...asked: Parameters<typeof propose>) => (await propose(...asked)).json<Proposed>()
const waiting = async (who = family.sister) =>
  (await server.api({ url: `/memorial/${family.page.id}/proposals`, token: who.token })).json<Proposals>()
const decide = (id: number, payload: object, who = family.sister) =>
  server.api({ method: 'POST', url: `/proposals/${id}/decide`, token: who.token, payload })
const own = (method: 'POST' | 'DELETE', own_token: string) =>
  server.api({ method, url: '/proposals/own', payload: { own_token } })
const agree = async () => {
  await server.filesInStore()
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
}

describe('a proposal', () => {
  it('waits for keepers as it is, beside what stands there', async () => {
    const { id, status, own_token } = await proposed({ ...A_VALUE, note: 'У нас есть метрика.' }, { withPhoto: true })
    expect([status, own_token]).toEqual(['pending', expect.stringMatching(/^[\w-]{20,}$/)])
    const { result, total } = await waiting(family.brother)
    expect(total).toBe(1)
    expect(result).toEqual([
      {
        ...{ id, memorial_id: family.page.id, memorial_name: 'Ёлкин Пётр Андреевич', field: 'biography' },
        ...{ current: 'Родился в Вязёмах.', value: A_VALUE.value, note: 'У нас есть метрика.', author: 'Вера' },
        ...{ photo: expect.stringMatching(/^\/media\/.*signature=/), created_at: expect.any(String) },
      },
    ])
    expect((await family.read()).biography).toBe('Родился в Вязёмах.')
    const bare = result[0]?.photo?.split('?')[0] ?? ''
    expect((await server.app.inject(bare)).statusCode).toBe(403)
    expect((await server.app.inject(result[0]?.photo ?? '')).statusCode).toBe(200)
    expect(JSON.stringify(result)).not.toContain('@')
  })

  it('is a date with its precision, a name as names are written, a fact of the burial or a caption', async () => {
    const { sister, page } = family
    const item = await anArchiveItem(server, 'photo', { token: sister.token, memorialId: page.id })
    await proposed({ field: 'birth_date', value: '1921', precision: 'year' })
    await proposed({ field: 'death_date', precision: 'unknown' })
    await proposed({ field: 'lastname', value: 'ёлкина' })
    await proposed({ field: 'burial.cemetery', value: ' Смоленское ' })
    await proposed({ field: `photo.${item.id}.people`, value: 'Пётр и Аня' })
    expect((await waiting()).result.map(({ current, value }) => [current, value])).toEqual([
      [
        { date: '1921-05-09', precision: 'day' },
        { date: '1921-01-01', precision: 'year' },
      ],
      [
        { date: '1999-11-30', precision: 'day' },
        { date: null, precision: 'unknown' },
      ],
      ['Ёлкин', 'Ёлкина'],
      [null, 'Смоленское'],
      [null, 'Пётр и Аня'],
    ])
  })

  it.each([
    ['nothing', { field: 'biography' }, 'value'],
    ['spaces alone', { field: 'biography', value: '  ', note: ' ' }, 'value'],
    ['what stands there', { field: 'biography', value: 'Родился в Вязёмах.' }, 'value'],
    ['no such field', { field: 'public_status', value: 'true' }, 'field'],
    ['a portrait', { field: 'photo_id', value: 'x' }, 'field'],
    ['an inherited name', { field: 'burial.constructor', value: 'x' }, 'field'],
    ['an item that is not there', { field: 'photo.2147483648.people', value: 'x' }, 'field'],
    ['a name that is none', { field: 'name', value: 'Peter!' }, 'value'],
    ['an empty name', { field: 'name', value: '1' }, 'value'],
    ['a birth after the death', { field: 'birth_date', value: '2001-01-01' }, 'value'],
    ['a date that is none', { field: 'birth_date', value: '31.02.1920' }, 'value'],
    ['coordinates that are none', { field: 'burial.burial_coordinates', value: 'за рекой' }, 'value'],
    ['no name', { ...A_VALUE, author: '' }, 'author'],
    ['no address', { ...A_VALUE, author_email: '' }, 'author_email'],
  ])('is not of %s', async (_what, fields, field) => {
    const refused = await propose(fields)
    expect([refused.statusCode, refused.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc]).toEqual([
      422,
      ['body', field],
    ])
    expect((await waiting()).total).toBe(0)
  })

  it('is not of words that are not published, nor of those of another page', async () => {
    const words = { description: 'Помню.', author: 'Вера', author_email: null }
    const other = await aFamily(server)
    const ids = []
    for (const place of [
      { memorials_id: family.page.id, status: 'pending' as const },
      { memorials_id: other.page.id, status: 'approved' as const },
      { memorials_id: family.page.id, status: 'approved' as const },
    ])
      ids.push((await insertMemory(server.db, { ...words, ...place })).memory.id)
    const statuses = []
    for (const id of ids)
      statuses.push((await propose({ field: `memory.${id}.description`, value: 'Помню его.' })).statusCode)
    expect(statuses).toEqual([422, 422, 201])
  })

  it('is not a keeper’s own', async () => {
    const refused = await propose(A_VALUE, { by: family.brother })
    expect(refused.statusCode).toBe(409)
  })

  it('counts with words of memory', async () => {
    const at = '10.9.9.9'
    const leave = (n: number) =>
      server.api({
        ...{ method: 'POST', url: '/memories/create', headers: { 'x-forwarded-for': at } },
        payload: {
          memorials_id: family.page.id,
          author: 'Вера',
          author_email: `v${n}@example.org`,
          description: 'Да.',
        },
      })
    for (let n = 0; n < 19; n++) expect((await leave(n)).statusCode).toBe(201)
    expect((await propose({ ...A_VALUE, author_email: 'v20@example.org' }, { at })).statusCode).toBe(201)
    expect((await propose({ ...A_VALUE, author_email: 'v21@example.org' }, { at })).statusCode).toBe(429)
    expect((await leave(22)).statusCode).toBe(429)
  })

  it('of a blocked author is answered as others are, and shown to nobody', async () => {
    await blockAuthor(server.db, family.page.id, GUEST)
    expect((await propose({ ...A_VALUE, author_email: GUEST })).statusCode).toBe(201)
    expect(await waiting()).toEqual({ result: [], total: 0 })
  })

  it('is read and taken back by its token alone', async () => {
    const { id, own_token } = await proposed({ ...A_VALUE, note: 'Метрика.' }, { withPhoto: true })
    const written = (await own('POST', own_token)).json<WrittenProposal>()
    expect(written).toMatchObject({ id, ...A_VALUE, note: 'Метрика.', status: 'pending' })
    expect((await server.app.inject(written.photo ?? '')).statusCode).toBe(200)
    expect((await server.app.inject(written.photo?.split('?')[0] ?? '')).statusCode).toBe(403)
    expect((await own('POST', 'x'.repeat(40))).statusCode).toBe(404)
    expect((await own('DELETE', 'x'.repeat(40))).statusCode).toBe(204)
    expect((await waiting()).total).toBe(1)
    expect((await own('DELETE', own_token)).statusCode).toBe(204)
    expect((await own('DELETE', own_token)).statusCode).toBe(204)
    expect((await own('POST', own_token)).statusCode).toBe(404)
    expect((await waiting()).total).toBe(0)
    await agree()
  })
})

describe('proposals', () => {
  it('are listed to those who keep the page', async () => {
    const { sister, brother } = family
    await proposed(A_VALUE)
    const stranger = await anOwner(server)
    const totals = []
    for (const { token } of [sister, brother, stranger])
      totals.push((await server.api({ url: '/proposals/pending', token })).json<Proposals>().total)
    expect(totals).toEqual([1, 1, 0])
  })

  it('are told to keepers by letter, once an hour at most', async () => {
    await proposed(A_VALUE)
    await doTheJobs(server)
    await proposed({ field: 'name', value: 'Павел' })
    await doTheJobs(server)
    const subject = 'Вам хотят помочь со страницей памяти'
    const letters = server.db.selectFrom('letters').select('recipient').where('subject', '=', subject)
    const recipients = (await letters.execute()).map(({ recipient }) => recipient)
    const ours = [family.sister, family.brother].map(({ user }) => user.email)
    expect(recipients.filter((email) => ours.includes(email)).sort()).toEqual(ours.sort())
  })

  it('are destroyed with their photos: waiting ones after 180 days, decided ones after 30', async () => {
    const old = await proposed(A_VALUE, { withPhoto: true })
    const decided = await proposed({ field: 'name', value: 'Павел' })
    const fresh = await proposed({ field: 'surname', value: 'Ильич' })
    await decide(decided.id, { decision: 'rejected' })
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    await server.db
      .updateTable('proposals')
      .set({ decided_at: days(31) })
      .where('id', '=', decided.id)
      .execute()
    await sql`update proposals set created_at = ${days(181)} where id = ${old.id}`.execute(server.db)
    await doTheJobs(server)
    expect((await waiting()).result.map(({ id }) => id)).toEqual([fresh.id])
    expect((await own('POST', decided.own_token)).statusCode).toBe(404)
    await agree()
  })

  it('go with the account that made them, and what was accepted stays without its name', async () => {
    const reader = await anOwner(server)
    const accepted = await proposed(A_VALUE, { by: reader })
    await decide(accepted.id, { decision: 'accepted' })
    await proposed({ field: 'name', value: 'Павел' }, { by: reader, withPhoto: true })
    expect((await family.history()).result).toMatchObject([{ who: 'Вера', accepted_by: 'Владелец' }])
    const { createOperatorAccounts } = await import('@server/modules/operator/accounts-service')
    const securityLog = { record: () => undefined }
    await createOperatorAccounts({ ...server, securityLog }).erase(reader.user.email)
    expect((await waiting()).total).toBe(0)
    expect((await family.history()).result).toMatchObject([{ who: 'Читатель', after: A_VALUE.value }])
    await agree()
  })
})

describe('a decision', () => {
  it('changes the page by the words of the reader, as a revision of both', async () => {
    const { sister, history, read, call } = family
    await call(sister, 'Аня')
    const { id, own_token } = await proposed(A_VALUE)
    const accepted = await decide(id, { decision: 'accepted', expected: 'Родился в Вязёмах.' })
    expect([accepted.statusCode, accepted.json<Memorial>()]).toEqual([200, await read()])
    expect((await history()).result).toMatchObject([
      { what: 'biography', who: 'Вера', accepted_by: 'Аня', before: 'Родился в Вязёмах.', after: A_VALUE.value },
    ])
    expect((await own('POST', own_token)).json()).toMatchObject({ status: 'accepted' })
    expect((await waiting()).total).toBe(0)
    const again = await decide(id, { decision: 'accepted' })
    expect([again.statusCode, again.json()]).toEqual([409, { detail: 'По этому уточнению решение уже принято.' }])
  })

  it('is not joined with what the keeper saves next', async () => {
    const { sister, change, history } = family
    await decide((await proposed(A_VALUE)).id, { decision: 'accepted' })
    await change(sister, { biography: 'Родился там же.' })
    expect((await history()).total).toBe(2)
  })

  it('waits on where the text has changed since, or the rules of today refuse it', async () => {
    const { sister, change, page } = family
    const { id } = await proposed(A_VALUE)
    await change(sister, { biography: 'Иначе.' })
    expect((await decide(id, { decision: 'accepted', expected: 'Родился в Вязёмах.' })).statusCode).toBe(409)
    const date = await proposed({ field: 'birth_date', value: '1998', precision: 'year' })
    await server.db.updateTable('memorials').set({ death_date: '1990-01-01' }).where('id', '=', page.id).execute()
    const expected = { precision: 'day', date: '1921-05-09' }
    expect((await decide(date.id, { decision: 'accepted', expected })).statusCode).toBe(422)
    expect((await waiting()).total).toBe(2)
    expect((await decide(id, { decision: 'accepted', expected: 'Иначе.' })).statusCode).toBe(200)
  })

  it('of a note, and a refusal, changes nothing', async () => {
    const { read } = family
    const begun = await read()
    const note = await proposed({ field: 'birth_date', note: 'Он родился зимой.' })
    const value = await proposed(A_VALUE, { withPhoto: true })
    expect((await decide(note.id, { decision: 'accepted' })).statusCode).toBe(204)
    expect((await decide(value.id, { decision: 'rejected' }, family.brother)).statusCode).toBe(204)
    expect(await read()).toEqual(begun)
    expect((await waiting()).total).toBe(0)
    await agree()
  })

  it('puts the photograph into the archive, and removes it where there is none', async () => {
    const { page } = family
    await decide((await proposed(A_VALUE, { withPhoto: true })).id, { decision: 'accepted' })
    const archive = await server.api({ url: `/photo_archive/get_memorial_photos/${page.id}` })
    const [photo] = archive.json<{ result: ArchiveItem[] }>().result
    expect((await server.app.inject(photo?.file_path ?? '')).statusCode).toBe(200)
    await agree()
    await server.db.updateTable('memorials').set({ is_advanced: false }).where('id', '=', page.id).execute()
    await decide((await proposed({ field: 'name', value: 'Павел' }, { withPhoto: true })).id, { decision: 'accepted' })
    await agree()
  })

  it('is answered by letter to who reads the address, and to nobody else', async () => {
    const lettersOf = async (email: string) =>
      (await server.db.selectFrom('letters').select('body_text').where('recipient', '=', email).execute()).length
    await recordReached(server.db, server.secretKey, 'reached@example.org')
    for (const author_email of ['reached@example.org', 'stranger@example.org']) {
      const { id } = await proposed({ ...A_VALUE, author_email })
      await decide(id, { decision: 'rejected', note: 'Спасибо, но мама помнит иначе.' })
    }
    expect([await lettersOf('reached@example.org'), await lettersOf('stranger@example.org')]).toEqual([1, 0])
  })
})
