import { createSecurityLog } from '@server/lib/security-log'
import { randomToken } from '@server/lib/token'
import { createErasure, destroyLeftAccounts } from '@server/modules/leaving/erasure'
import { insertInvitation, insertKeeper } from '@server/modules/keepers/repository'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { aLog } from '@support/recorded-log'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { uploader } from '@support/uploads'
import { expectAgreement, onEachEngine, statusesOf } from './race'

onEachEngine({
  'deletes an account once of two who ask at once': twoDeletions,
  'leaves no page open that is made while its owner leaves': deletionAndNewPage,
  'gives a page away or closes it, when somebody accepts while its owner leaves': deletionAndAcceptance,
  'takes an upload or deletes the account first, and nothing stays of both': deletionAndUpload,
  'leaves no file of an upload that comes while the account is destroyed': destructionAndUpload,
  'takes a file in parts or deletes the account first, and nothing stays of both': deletionAndParts,
  'leaves nothing of a file in parts that its owner sends while the account is destroyed': (server) =>
    destructionAndParts(server, 'owner'),
  'leaves nothing of a file in parts that a keeper sends while the account is destroyed': (server) =>
    destructionAndParts(server, 'keeper'),
  'agrees with what it counts when a keeper is destroyed who sends a file in parts': keeperGoneAndParts,
  'destroys an account or takes it back, and nothing between': destructionAndReturn,
})

type Person = Awaited<ReturnType<typeof anOwner>>

const erasureOf = (server: TestApp) =>
  createErasure({ ...server, securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }) })
const leave = (server: TestApp, { token }: Person) =>
  server.api({ method: 'POST', url: '/users/me/delete', token, payload: { current_password: TEST_PASSWORD } })
const accountOf = (server: TestApp, { user }: Person) =>
  server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
const pagesOf = (server: TestApp, { user }: Person) =>
  server.db.selectFrom('memorials').selectAll().where('user_id', '=', user.id).execute()

async function endTime(server: TestApp, { user }: Person): Promise<void> {
  await server.db
    .updateTable('users')
    .set({ is_active: false, leaves_at: new Date(Date.now() - 1000) })
    .where('id', '=', user.id)
    .execute()
}

async function invitation(server: TestApp, memorialId: number, from: Person, to: Person) {
  const token = randomToken()
  const offered = { memorial_id: memorialId, role: 'owner' as const, email: to.user.email, invited_by: from.user.id }
  await insertInvitation(server.db, offered, token)
  return () => server.api({ method: 'POST', url: '/keepers/accept', token: to.token, payload: { token } })
}

async function twoDeletions(server: TestApp) {
  return async () => {
    const owner = await anOwner(server)
    await aStoredMemorial(server, owner.token, { public_status: 'true' })
    expect(await statusesOf([leave(server, owner), leave(server, owner)])).toEqual([202, 401])
    const letters = server.db.selectFrom('letters').select('id').where('recipient', '=', owner.user.email)
    expect(await letters.where('subject', 'like', 'Учётная запись удалена%').execute()).toHaveLength(1)
    await expectAgreement(server)
  }
}

async function deletionAndNewPage(server: TestApp) {
  return async () => {
    const owner = await anOwner(server)
    const form = memorialForm({ public_status: 'true' })
    const create = server.api({ method: 'POST', url: '/memorial/create', token: owner.token, payload: form })
    const [created, left] = await Promise.all([create, leave(server, owner)])
    expect(left.statusCode).toBe(202)
    expect([201, 401, 403]).toContain(created.statusCode)
    for (const page of await pagesOf(server, owner)) {
      expect(page).toMatchObject({ public_status: false, owner_left_at: expect.any(Date) })
    }
    await expectAgreement(server)
  }
}

async function deletionAndAcceptance(server: TestApp) {
  return async () => {
    const [owner, heir] = [await anOwner(server), await anOwner(server)]
    const { id } = await aStoredMemorial(server, owner.token, { public_status: 'true' })
    const accept = await invitation(server, id, owner, heir)
    expect(await statusesOf([accept(), leave(server, owner)])).toEqual([200, 202])
    expect(await pagesOf(server, heir)).toMatchObject([{ id, public_status: true, owner_left_at: null }])
    expect(await pagesOf(server, owner)).toEqual([])
    await expectAgreement(server)
  }
}

async function deletionAndUpload(server: TestApp) {
  const files = await server.storedFiles()
  return async () => {
    const { owner, memorial } = await anAdvancedMemorial(server)
    const upload = addToArchive(server, 'photo', { token: owner.token, memorialId: memorial.id })
    const [sent, left] = await Promise.all([upload, leave(server, owner)])
    expect(left.statusCode).toBe(202)
    expect([201, 401]).toContain(sent.statusCode)
    await expectAgreement(server)
    await endTime(server, owner)
    await destroyLeftAccounts(server.db, erasureOf(server))
    expect(await accountOf(server, owner)).toBeUndefined()
    expect(await server.storedFiles()).toEqual(files)
    await expectAgreement(server)
  }
}

async function destructionAndUpload(server: TestApp) {
  const brother = await anOwner(server)
  const files = await server.storedFiles()
  return async () => {
    const owner = await anOwner(server, { advanced: 1 })
    const { id } = await aStoredMemorial(server, owner.token, { rate_check: 'true' })
    await insertKeeper(server.db, id, brother.user.id)
    await endTime(server, owner)
    const upload = addToArchive(server, 'photo', { token: brother.token, memorialId: id }).catch(() => undefined)
    await Promise.all([upload, destroyLeftAccounts(server.db, erasureOf(server))])
    expect(await accountOf(server, owner)).toBeUndefined()
    expect(await server.storedFiles()).toEqual(files)
    await expectAgreement(server)
  }
}

/** Sends one request of a file in parts: that which begins it, that of its only part, or that which makes an item of it. */
async function partsUnderWay(server: TestApp, { token }: Person, memorialId: number, round: number) {
  const uploads = uploader(server, token)
  const picture = await smallPicture()
  const file = { memorialId, kind: 'photo' as const, size: picture.length }
  const step = round % 3
  if (step === 0) return () => uploads.begin(file)
  const id = await uploads.begun(file)
  if (step === 1) return () => uploads.sendPart(id, 0, picture)
  await uploads.sendPart(id, 0, picture)
  return () => uploads.use(id, 'photo', memorialId)
}

/** It was there before; or the account, the page or the upload was not there any more, or ended while it was used. */
const ANSWERS_TO_PARTS = [201, 204, 401, 403, 404, 409]

const uploadsUnderWay = (server: TestApp) => server.db.selectFrom('uploads').select('id').execute()

async function deletionAndParts(server: TestApp) {
  const files = await server.storedFiles()
  return async (round: number) => {
    const { owner, memorial } = await anAdvancedMemorial(server)
    const send = await partsUnderWay(server, owner, memorial.id, round)
    const [sent, left] = await Promise.all([send(), leave(server, owner)])
    expect(left.statusCode).toBe(202)
    expect([201, 204, 401]).toContain(sent.statusCode)
    await endTime(server, owner)
    await destroyLeftAccounts(server.db, erasureOf(server))
    expect(await accountOf(server, owner)).toBeUndefined()
    expect(await uploadsUnderWay(server)).toEqual([])
    expect(await server.storedFiles()).toEqual(files)
    await expectAgreement(server)
  }
}

async function destructionAndParts(server: TestApp, sender: 'owner' | 'keeper') {
  const files = await server.storedFiles()
  return async (round: number) => {
    const [{ owner, memorial }, keeper] = [await anAdvancedMemorial(server), await anOwner(server)]
    await insertKeeper(server.db, memorial.id, keeper.user.id)
    const account = await accountOf(server, owner)
    const send = await partsUnderWay(server, sender === 'owner' ? owner : keeper, memorial.id, round)
    const [sent] = await Promise.all([send(), account && erasureOf(server).erase(account, 'operator')])
    expect(ANSWERS_TO_PARTS).toContain(sent.statusCode)
    expect(await accountOf(server, owner)).toBeUndefined()
    expect(await uploadsUnderWay(server)).toEqual([])
    expect(await server.storedFiles()).toEqual(files)
    await expectAgreement(server)
  }
}

/** What became an item is the page's, and stays. */
async function keeperGoneAndParts(server: TestApp) {
  return async (round: number) => {
    const [{ memorial }, keeper] = [await anAdvancedMemorial(server), await anOwner(server)]
    await insertKeeper(server.db, memorial.id, keeper.user.id)
    const account = await accountOf(server, keeper)
    const send = await partsUnderWay(server, keeper, memorial.id, round)
    const [sent] = await Promise.all([send(), account && erasureOf(server).erase(account, 'operator')])
    expect(ANSWERS_TO_PARTS).toContain(sent.statusCode)
    expect(await accountOf(server, keeper)).toBeUndefined()
    expect(await uploadsUnderWay(server)).toEqual([])
    await expectAgreement(server)
  }
}

async function destructionAndReturn(server: TestApp) {
  return async () => {
    const owner = await anOwner(server)
    await aStoredMemorial(server, owner.token, { public_status: 'true' })
    await leave(server, owner)
    const { body_text: text } = await server.db
      .selectFrom('letters')
      .select('body_text')
      .where('recipient', '=', owner.user.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const payload = { token: /return\?token=([\w-]+)/.exec(text)?.[1] }
    const soon = new Date(Date.now() + 5)
    await server.db.updateTable('users').set({ leaves_at: soon }).where('id', '=', owner.user.id).execute()
    const [back] = await Promise.all([
      server.api({ method: 'POST', url: '/users/return', payload }),
      destroyLeftAccounts(server.db, erasureOf(server)),
    ])
    const account = await accountOf(server, owner)
    if (back.statusCode === 204) {
      expect(account).toMatchObject({ is_active: true, leaves_at: null })
      expect(await pagesOf(server, owner)).toMatchObject([{ public_status: true }])
    } else {
      expect(back.statusCode).toBe(400)
      await destroyLeftAccounts(server.db, erasureOf(server))
      expect(await accountOf(server, owner)).toBeUndefined()
    }
    await expectAgreement(server)
  }
}
