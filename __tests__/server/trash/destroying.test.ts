import type { Memorial } from '@contract/memorial'
import { insertKeeper } from '@server/modules/keepers/repository'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { ageDestroyed, ageTrash, trashOf } from '@support/trash'
import { lettersTo, lastTokenFor } from '../auth/person'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const comeBack = (token: string) => server.api({ method: 'POST', url: '/memorial/return', payload: { token } })
const statusOf = async (url: string, token?: string) => (await server.api({ url, ...(token && { token }) })).statusCode
const myPages = async (token: string) =>
  (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: Memorial[] }>().result.map(({ id }) => id)

async function aPage() {
  const { owner, memorial } = await anAdvancedMemorial(server, { public_status: 'true', swo_status: 'true' })
  const keeper = await server.signUp()
  await insertKeeper(server.db, memorial.id, keeper.user.id)
  return { owner, keeper, memorial, trash: trashOf(server, owner.token).pages }
}

const destroyAtOnce = ({ owner, memorial }: Awaited<ReturnType<typeof aPage>>) =>
  server.api({ method: 'DELETE', url: `/memorial/delete/${memorial.id}/`, token: owner.token })

async function destroyFromTrash({ memorial, trash }: Awaited<ReturnType<typeof aPage>>) {
  await trash.keep(memorial.id)
  return trash.destroy(memorial.id)
}

const BOTH = [
  ['at once', destroyAtOnce],
  ['from the trash', destroyFromTrash],
] as const

describe.each(BOTH)('a page that is destroyed %s', (_how, destroy) => {
  it('is gone for everybody with its files, its place is free, and owner and keepers get a way back', async () => {
    const made = await aPage()
    const { owner, keeper, memorial, trash } = made
    const item = await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
    await server.db.updateTable('users').set({ max_memorials: 1 }).where('id', '=', owner.user.id).execute()
    const before = (await server.api({ url: `/memorial/${memorial.id}`, token: owner.token })).json<Memorial>()

    expect((await destroy(made)).statusCode).toBe(204)

    for (const token of [undefined, owner.token, keeper.token]) {
      expect(await statusOf(`/memorial/${memorial.id}`, token)).toBe(404)
    }
    expect((await server.app.inject(item.file_path)).statusCode).toBe(404)
    expect([await trash.list(), await myPages(owner.token), await myPages(keeper.token)]).toEqual([[], [], []])
    expect((await trash.restore(memorial.id)).statusCode).toBe(404)
    const another = await aStoredMemorial(server, owner.token)
    for (const { user } of [owner, keeper]) {
      const letter = (await lettersTo(server, user.email)).at(-1)
      expect(letter?.subject).toBe('Страница памяти удалена навсегда')
      expect(letter?.text).toContain('/return?token=')
    }

    const answer = await comeBack(await lastTokenFor(server, keeper.user.email))

    expect([answer.statusCode, answer.json()]).toEqual([200, { id: memorial.id }])
    expect((await server.api({ url: `/memorial/${memorial.id}`, token: owner.token })).json()).toEqual(before)
    expect((await server.app.inject(item.file_path)).statusCode).toBe(200)
    expect((await myPages(owner.token)).sort()).toEqual([memorial.id, another.id].sort())
    expect(await myPages(keeper.token)).toEqual([memorial.id])
  })

  it('is destroyed with rows and files after three days, and not before', async () => {
    const made = await aPage()
    const { owner, memorial } = made
    await anArchiveItem(server, 'audio', { token: owner.token, memorialId: memorial.id })
    await destroy(made)
    const token = await lastTokenFor(server, owner.user.email)
    await ageTrash(server)
    await ageDestroyed(server, 71)
    await doTheJobs(server)
    expect((await comeBack(token)).statusCode).toBe(200)

    await destroy(made)
    const last = await lastTokenFor(server, owner.user.email)
    await ageDestroyed(server, 73)
    expect((await comeBack(last)).statusCode).toBe(404)
    await doTheJobs(server)
    const row = await server.db.selectFrom('memorials').select('id').where('id', '=', memorial.id).executeTakeFirst()
    expect(row).toBeUndefined()
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })
})

it('comes back once by a link that is pressed twice, and what happens to it then is left alone', async () => {
  const made = await aPage()
  await destroyAtOnce(made)
  const token = await lastTokenFor(server, made.owner.user.email)
  expect((await comeBack(token)).statusCode).toBe(200)
  await made.trash.keep(made.memorial.id)
  expect((await comeBack(token)).json()).toEqual({ id: made.memorial.id })
  expect(await made.trash.list()).toHaveLength(1)
  const deeds = await server.db
    .selectFrom('audit_log')
    .select('event')
    .where('memorial_id', '=', made.memorial.id)
    .orderBy('id')
    .execute()
  expect(deeds.map(({ event }) => event)).toEqual(['memorial_deleted', 'memorial_restored', 'memorial_trashed'])
})

it('comes back by no other link, and by that of a former destruction no more', async () => {
  const made = await aPage()
  await destroyAtOnce(made)
  const first = await lastTokenFor(server, made.owner.user.email)
  await comeBack(first)
  await destroyAtOnce(made)
  for (const token of [first, 'x'.repeat(43), 'nothing']) expect((await comeBack(token)).statusCode).toBe(404)
  expect(await statusOf(`/memorial/${made.memorial.id}`)).toBe(404)
})

it('comes back closed while its owner has deleted their account, and opens when they return', async () => {
  const made = await aPage()
  const { owner, keeper, memorial } = made
  await destroyAtOnce(made)
  const payload = { current_password: TEST_PASSWORD }
  await server.api({ method: 'POST', url: '/users/me/delete', token: owner.token, payload })
  const token = await lastTokenFor(server, keeper.user.email)
  expect((await comeBack(token)).statusCode).toBe(200)
  expect(await statusOf(`/memorial/${memorial.id}`)).toBe(403)
  expect(await statusOf(`/memorial/${memorial.id}`, keeper.token)).toBe(200)

  const way = await lastTokenFor(server, owner.user.email)
  expect((await server.api({ method: 'POST', url: '/users/return', payload: { token: way } })).statusCode).toBe(204)
  expect(await statusOf(`/memorial/${memorial.id}`)).toBe(200)
})

it('stays closed by the operator when it comes back', async () => {
  const made = await aPage()
  const { memorial, owner } = made
  const closed = { closed_at: new Date(), closed_reason: 'Суд', public_status: false, swo_status: false }
  await server.db
    .updateTable('memorials')
    .set({ ...closed, wished_public_status: true, wished_swo_status: false })
    .where('id', '=', memorial.id)
    .execute()
  await destroyAtOnce(made)
  await comeBack(await lastTokenFor(server, owner.user.email))
  expect(await statusOf(`/memorial/${memorial.id}`)).toBe(403)
})
