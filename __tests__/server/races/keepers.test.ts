import { randomToken } from '@server/lib/token'
import { insertInvitation } from '@server/modules/keepers/repository'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { memorialForm } from '@support/memorial-form'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { expectAgreement, onEachEngine, statusesOf } from './race'

onEachEngine({
  'gives a page to one of two who accept it at once': oneNewOwner,
  'lets somebody in once who accepts twice at once': oneKeeper,
  'gives the last place to a page that is accepted or to a new one': lastPlace,
  'upgrades a page for its owner, or hands it over first': creditsOfOwner,
})

type Person = Awaited<ReturnType<typeof anOwner>>

async function invitation(server: TestApp, memorialId: number, from: Person, to: Person, role: 'keeper' | 'owner') {
  const token = randomToken()
  const invited = { memorial_id: memorialId, role, email: to.user.email, invited_by: from.user.id }
  await insertInvitation(server.db, invited, token)
  return () => server.api({ method: 'POST', url: '/keepers/accept', token: to.token, payload: { token } })
}

const ownerOf = async (server: TestApp, id: number) =>
  (await server.db.selectFrom('memorials').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()).user_id

const keepersOf = async (server: TestApp, id: number) => {
  const rows = await server.db.selectFrom('keepers').select('user_id').where('memorial_id', '=', id).execute()
  return rows.map(({ user_id }) => user_id)
}

/** How many letters of this kind somebody got. */
const toldOf = async (server: TestApp, { user }: Person, subject: string) =>
  (
    await server.db
      .selectFrom('letters')
      .select('id')
      .where('recipient', '=', user.email)
      .where('subject', '=', subject)
      .execute()
  ).length

async function oneNewOwner(server: TestApp) {
  const [one, other] = [await anOwner(server), await anOwner(server)]
  return async () => {
    const { owner, memorial } = await anAdvancedMemorial(server)
    const { id } = memorial
    await anArchiveItem(server, 'photo', { token: owner.token, memorialId: id })
    const accepts = [
      await invitation(server, id, owner, one, 'owner'),
      await invitation(server, id, owner, other, 'owner'),
    ]
    expect(await statusesOf(accepts.map((accept) => accept()))).toEqual([200, 400])
    expect([one.user.id, other.user.id]).toContain(await ownerOf(server, id))
    expect(await keepersOf(server, id)).toEqual([owner.user.id])
    expect(await toldOf(server, owner, 'Страница передана')).toBe(1)
    await expectAgreement(server)
  }
}

async function oneKeeper(server: TestApp) {
  const brother = await anOwner(server)
  return async () => {
    const owner = await anOwner(server)
    const { id } = await aStoredMemorial(server, owner.token)
    const accept = await invitation(server, id, owner, brother, 'keeper')
    expect(await statusesOf([accept(), accept()])).toEqual([200, 200])
    expect(await keepersOf(server, id)).toEqual([brother.user.id])
    expect(await toldOf(server, owner, 'Ваше приглашение принято')).toBe(1)
    await expectAgreement(server)
  }
}

async function lastPlace(server: TestApp) {
  const [owner, heir] = [await anOwner(server), await anOwner(server)]
  let places = 0
  return async () => {
    const { id } = await aStoredMemorial(server, owner.token)
    const accept = await invitation(server, id, owner, heir, 'owner')
    await server.db.updateTable('users').set({ max_memorials: ++places }).where('id', '=', heir.user.id).execute()
    const create = server.api({ method: 'POST', url: '/memorial/create', token: heir.token, payload: memorialForm() })
    const [accepted, created] = await Promise.all([accept(), create])
    expect([
      [200, 403],
      [403, 201],
    ]).toContainEqual([accepted.statusCode, created.statusCode])
    const owned = server.db.selectFrom('memorials').select('id').where('user_id', '=', heir.user.id)
    expect(await owned.execute()).toHaveLength(places)
    await expectAgreement(server)
  }
}

async function creditsOfOwner(server: TestApp) {
  const heir = await anOwner(server)
  return async () => {
    const owner = await anOwner(server, { advanced: 1 })
    const { id } = await aStoredMemorial(server, owner.token)
    const accept = await invitation(server, id, owner, heir, 'owner')
    const upgrade = server.api({ method: 'PATCH', url: `/memorial/upgrade/${id}`, token: owner.token })
    const [accepted, upgraded] = await Promise.all([accept(), upgrade])
    expect(accepted.statusCode).toBe(200)
    const page = await server.db.selectFrom('memorials').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { left } = await server.db
      .selectFrom('users')
      .select('advanced_memorials_left as left')
      .where('id', '=', owner.user.id)
      .executeTakeFirstOrThrow()
    // Either it was upgraded for the credit of its owner, or refused since it was not theirs any more.
    expect([upgraded.statusCode, page.is_advanced, left]).toEqual(page.is_advanced ? [200, true, 0] : [403, false, 1])
    await expectAgreement(server)
  }
}
