import { sql } from 'kysely'
import type { Memorial } from '@contract/memorial'
import { TRASH_DAYS } from '@contract/retention'
import { insertKeeper } from '@server/modules/keepers/repository'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { ageTrash, trashOf } from '@support/trash'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const statusOf = async (url: string, token?: string) => (await server.api({ url, ...(token && { token }) })).statusCode
const agree = () => expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
const myPages = async (token: string) =>
  (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: Memorial[] }>().result.map(({ id }) => id)

async function aPage(fields: Record<string, string> = {}) {
  const { owner, memorial } = await anAdvancedMemorial(server, fields)
  const keeper = await server.signUp()
  await insertKeeper(server.db, memorial.id, keeper.user.id)
  return { owner, keeper, memorial, trash: trashOf(server, owner.token).pages }
}

async function setPlaces(userId: number, places: number): Promise<void> {
  await server.db.updateTable('users').set({ max_memorials: places }).where('id', '=', userId).execute()
}

it('is gone for everybody, lies in the trash of its owner, and comes back as it was', async () => {
  const { owner, keeper, memorial, trash } = await aPage({ public_status: 'true', swo_status: 'true' })
  const item = await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
  const before = (await server.api({ url: `/memorial/${memorial.id}`, token: owner.token })).json<Memorial>()
  expect((await server.app.inject(item.file_path)).statusCode).toBe(200)

  expect((await trash.keep(memorial.id)).statusCode).toBe(204)

  for (const token of [undefined, owner.token, keeper.token]) {
    expect(await statusOf(`/memorial/${memorial.id}`, token)).toBe(404)
  }
  expect((await server.app.inject(item.file_path)).statusCode).toBe(404)
  expect([await myPages(owner.token), await myPages(keeper.token)]).toEqual([[], []])
  const [listed, ...more] = await trash.list()
  expect(more).toEqual([])
  expect(listed).toMatchObject({ id: memorial.id, lastname: memorial.lastname, name: memorial.name })
  const daysKept = (Date.parse(listed?.destroyed_at ?? '') - Date.parse(listed?.deleted_at ?? '')) / 86_400_000
  expect(daysKept).toBe(TRASH_DAYS)
  expect(await trashOf(server, keeper.token).pages.list()).toEqual([])
  await agree()

  const restored = await trash.restore(memorial.id)

  expect([restored.statusCode, restored.json<Memorial>().role]).toEqual([200, 'owner'])
  expect((await server.api({ url: `/memorial/${memorial.id}`, token: owner.token })).json()).toEqual(before)
  expect(await myPages(keeper.token)).toEqual([memorial.id])
  expect((await server.app.inject(item.file_path)).statusCode).toBe(200)
  expect(await trash.list()).toEqual([])
})

it('frees its place at once, and needs one to come back', async () => {
  const { owner, memorial, trash } = await aPage()
  await setPlaces(owner.user.id, 1)
  await trash.keep(memorial.id)
  const other = await aStoredMemorial(server, owner.token)
  expect(other.id).toBeGreaterThan(memorial.id)

  const refused = await trash.restore(memorial.id)

  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    {
      detail:
        'Сейчас страницу некуда вернуть: все места вашей учётной записи заняты. Освободите место, и она вернётся.',
    },
  ])
  expect(await trash.list()).toHaveLength(1)
  await setPlaces(owner.user.id, 2)
  expect((await trash.restore(memorial.id)).statusCode).toBe(200)
})

it('stays closed by the operator when it comes back, and opens as its owner wished after that', async () => {
  const { memorial, trash } = await aPage({ public_status: 'true' })
  const closed = { closed_at: new Date(), closed_reason: 'Суд', public_status: false, wished_public_status: true }
  await server.db
    .updateTable('memorials')
    .set({ ...closed, wished_swo_status: false })
    .where('id', '=', memorial.id)
    .execute()
  await trash.keep(memorial.id)
  await trash.restore(memorial.id)
  expect(await statusOf(`/memorial/${memorial.id}`)).toBe(403)
  const row = await server.db
    .selectFrom('memorials')
    .selectAll()
    .where('id', '=', memorial.id)
    .executeTakeFirstOrThrow()
  expect([row.closed_reason, row.wished_public_status]).toEqual(['Суд', true])
})

it('is nobody else’s to bring back or to destroy', async () => {
  const { keeper, memorial, trash } = await aPage()
  await trash.keep(memorial.id)
  for (const { token } of [keeper, await server.signUp()]) {
    const theirs = trashOf(server, token).pages
    expect((await theirs.restore(memorial.id)).statusCode).toBe(404)
    expect((await theirs.destroy(memorial.id)).statusCode).toBe(404)
  }
  expect(await trash.list()).toHaveLength(1)
})

it('is a success again to whose answer was lost, and nothing is destroyed by a call that does not say so', async () => {
  const { owner, memorial, trash } = await aPage()
  expect([(await trash.keep(memorial.id)).statusCode, (await trash.keep(memorial.id)).statusCode]).toEqual([204, 204])
  const plain = await server.api({ method: 'DELETE', url: `/memorial/delete/${memorial.id}/`, token: owner.token })
  expect(plain.statusCode).toBe(404)
  expect(await trash.list()).toHaveLength(1)
  expect([(await trash.destroy(memorial.id)).statusCode, (await trash.destroy(memorial.id)).statusCode]).toEqual([
    204, 204,
  ])
  expect((await trash.restore(memorial.id)).statusCode).toBe(404)
  expect((await trash.destroy(999_999)).statusCode).toBe(404)
})

it('is not destroyed by the call for the trash while it is on its place', async () => {
  const { memorial, trash } = await aPage()
  await trash.keep(memorial.id)
  await trash.restore(memorial.id)
  expect((await trash.destroy(memorial.id)).statusCode).toBe(404)
  expect((await trash.restore(memorial.id)).statusCode).toBe(404)
  expect(await statusOf(`/memorial/${memorial.id}`)).not.toBe(404)
})

it('is destroyed after its time with files and trash of its own, and not before', async () => {
  const { owner, memorial, trash } = await aPage()
  const first = await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
  await anArchiveItem(server, 'audio', { token: owner.token, memorialId: memorial.id })
  await trashOf(server, owner.token).items('photo').keep(first.id)
  await trash.keep(memorial.id)

  await ageTrash(server, TRASH_DAYS - 1)
  await doTheJobs(server)
  expect(await trash.list()).toHaveLength(1)
  await ageTrash(server)
  const told = await doTheJobs(server)
  await doTheJobs(server)

  expect(told).toContainEqual(['memorial_deleted', { memorial: memorial.id, kind: 'trash' }])
  expect(await trash.list()).toEqual([])
  await server.filesInStore()
  await agree()
})

it('goes with the account', async () => {
  const { owner, memorial, trash } = await aPage()
  await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
  await trash.keep(memorial.id)
  const payload = { current_password: TEST_PASSWORD }
  await server.api({ method: 'POST', url: '/users/me/delete', token: owner.token, payload })
  await server.db
    .updateTable('users')
    .set({ leaves_at: new Date(Date.now() - 1000) })
    .where('id', '=', owner.user.id)
    .execute()
  await doTheJobs(server)
  const row = await server.db.selectFrom('memorials').select('id').where('id', '=', memorial.id).executeTakeFirst()
  expect(row).toBeUndefined()
  await agree()
})

it('shows an unverified account an empty list', async () => {
  const { owner, memorial, trash } = await aPage()
  await trash.keep(memorial.id)
  await server.db.updateTable('users').set({ is_verified: false }).where('id', '=', owner.user.id).execute()
  expect(await trash.list()).toEqual([])
  expect((await trash.restore(memorial.id)).statusCode).toBe(403)
})

it('takes 200 pages at most', async () => {
  const { owner, memorial, trash } = await aPage()
  await sql`
    insert into memorials (lastname, name, lastname_key, name_key, surname_key, public_status, swo_status, rate_check,
      birth_date, death_date, is_advanced, media_storage_limit, trashed_at, trashed_user_id)
    select 'Ёлкин', 'Пётр', 'елкин', 'петр', '', false, false, false, '1921-05-09', '1999-11-30', false, 0, now(), ${owner.user.id}::integer
    from generate_series(1, 200)`.execute(server.db)

  const refused = await trash.keep(memorial.id)

  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: 'В корзине уже слишком много страниц. Сначала удалите какие-нибудь из них навсегда.' },
  ])
  expect(await myPages(owner.token)).toEqual([memorial.id])
})
