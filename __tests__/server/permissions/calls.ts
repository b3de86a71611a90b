import type { InjectOptions } from 'fastify'
import { ARCHIVE_KINDS, type ArchiveKind, archivePaths } from '@contract/archive'
import type { Burial } from '@contract/burial'
import { hashToken, randomToken } from '@server/lib/token'
import { type EmailTokenPurpose, insertEmailToken } from '@server/modules/accounts/email-token-repository'
import { letInWithKey } from '@server/modules/access-requests/repository'
import { insertInvitation } from '@server/modules/keepers/repository'
import { blockAuthor, listBlockedAuthors } from '@server/modules/memories/blocked-author-repository'
import { insertRelation } from '@server/modules/relations/repository'
import { insertMemory } from '@server/modules/memories/repository'
import { anArchiveItem, archiveForm, sampleFile } from '@support/archives'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { aStoredMemorial } from '@support/test-memorials'
import { type AccountHolder, ACCOUNTS } from './actors'
import { PASSWORD, PIN, type Scene } from './scene'

export interface Request extends Pick<InjectOptions, 'headers' | 'query' | 'payload'> {
  /** The value of the path's parameter. */
  id?: number
  /** The value of the second one, if the path has two. */
  part?: number
}

const NEW_PASSWORD = 'Ryabina-1946'
const NEW_PIN = '8642'
const HOUR_MS = 3_600_000

/** For each call a request that succeeds for an actor who may send it. Creates the data that the request needs. */
export const CALLS: Record<string, (scene: Scene) => Request | Promise<Request>> = {
  'POST /auth/register': () => ({ payload: { email: `${randomToken()}@example.org`, password: PASSWORD } }),
  'POST /auth/login': ({ accounts }) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: accounts.stranger.email, password: PASSWORD }).toString(),
  }),
  'POST /auth/logout': () => ({}),
  'POST /auth/request-verify-token': ({ accounts }) => ({ payload: { email: accounts.unverified.email } }),
  'GET /auth/verify': async (scene) => ({ query: { token: await aLetterLink(scene, 'verify') } }),
  'POST /auth/forgot-password': ({ accounts }) => ({ payload: { email: accounts.unverified.email } }),
  'POST /auth/reset-password': async (scene) => ({
    payload: { token: await aLetterLink(scene, 'reset'), password: NEW_PASSWORD },
  }),

  'POST /promo-codes/apply': () => ({ payload: { code: 'POMNIM-ADVANCED' } }),
  'GET /promo/active': () => ({}),
  'GET /tariffs/': () => ({}),
  'GET /organizations/': () => ({}),

  'GET /memorial/my_memorials': () => ({}),
  'GET /memorial/public_memorials': () => ({}),
  'GET /memorial/swo_memorials': () => ({}),
  'GET /memorial/{id}': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/qrcode': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/export': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/book': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/calendar.ics': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/verify-pin': ({ page }) => ({ id: page.id, payload: { pin_code: PIN } }),
  'POST /memorial/create': async () => ({ payload: memorialForm({}, { bytes: await smallPicture() }) }),
  'POST /memorial/import': () => ({ payload: form({}, { file: Buffer.from('Фамилия;Имя\nЧужая;Анна') }) }),
  'PATCH /memorial/update/{id}/': async ({ page }) => ({
    id: page.id,
    payload: form({ lastname: 'Чужая', public_status: 'true' }, { photo: await smallPicture() }),
  }),
  'PATCH /memorial/upgrade/{id}': ({ page }) => ({ id: page.id }),
  'PATCH /memorial/add-storage/{id}': advanced,
  'DELETE /memorial/delete/{id}/': ({ page }) => ({ id: page.id }),
  'GET /memorial/trash': async (scene) => {
    await aTrashedPage(scene)
    return {}
  },
  'POST /memorial/restore/{id}': async (scene) => ({ id: await aTrashedPage(scene) }),
  'DELETE /memorial/trash/{id}': async (scene) => ({ id: await aTrashedPage(scene) }),

  'GET /memorial/{id}/keepers': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/keepers': ({ page }) => ({ id: page.id, payload: { email: 'brat@example.org' } }),
  'DELETE /memorial/{id}/keepers/{user_id}': ({ page, accounts }) => ({ id: page.id, part: accounts.keeper.id }),
  'DELETE /memorial/{id}/invitations/{invitation_id}': async (scene) => ({
    id: scene.page.id,
    part: (await anInvitation(scene)).id,
  }),
  'POST /memorial/{id}/hand-over': ({ page }) => ({
    id: page.id,
    payload: { email: 'brat@example.org', current_password: PASSWORD },
  }),
  'POST /keepers/accept': async (scene) => ({ payload: { token: (await anInvitation(scene)).token } }),

  'POST /memorial/{id}/access-requests': ({ page }) => ({
    id: page.id,
    payload: { name: 'Вера', email: 'vera@example.org', text: 'Мы учились вместе.' },
  }),
  'GET /memorial/{id}/access-requests': ({ page }) => ({ id: page.id }),
  'POST /access-requests/{id}/decide': async (scene) => ({
    id: await anAccessRequest(scene),
    payload: { decision: 'approved' },
  }),
  'DELETE /access-requests/{id}': async (scene) => ({ id: await anAccessRequest(scene) }),
  'POST /memorial/{id}/open': async (scene) => ({
    id: scene.page.id,
    payload: { key: (await aPersonalLink(scene)).key },
  }),

  'POST /memorial/{id}/report': ({ page }) => ({
    id: page.id,
    payload: { reason: 'private', text: 'Там мой адрес.', email: 'vera@example.org' },
  }),
  'GET /reports/pending': async (scene) => {
    await aReport(scene)
    return {}
  },
  'POST /reports/{id}/decide': async (scene) => ({
    id: await aReport(scene),
    payload: { decision: 'close', text: 'Чужой адрес на странице' },
  }),
  'POST /reports/{id}/reopen': async (scene) => ({ id: await aClosingReport(scene) }),

  'POST /memorial/{id}/candle': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/reminder': ({ page }) => ({ id: page.id }),
  'PUT /memorial/{id}/reminder': ({ page }) => ({ id: page.id, payload: { is_on: true } }),
  'GET /memorial/{id}/relations': async (scene) => {
    await aPendingRelation(scene)
    return { id: scene.page.id }
  },
  'POST /memorial/{id}/relations': async ({ server, accounts, page }) => ({
    id: page.id,
    payload: { memorial_id: (await aStoredMemorial(server, accounts.owner.token)).id, kind: 'parent' },
  }),
  'GET /relations/pending': async (scene) => {
    await aPendingRelation(scene)
    return {}
  },
  'POST /relations/{id}/decide': async (scene) => ({
    id: await aPendingRelation(scene),
    payload: { decision: 'approved' },
  }),
  'DELETE /relations/{id}': async (scene) => ({ id: await aPendingRelation(scene) }),

  ...Object.assign({}, ...ARCHIVE_KINDS.map(archiveCalls)),

  'GET /burial/{memorialId}': async (scene) => ({ id: (await aBurial(scene)).memorial_id }),
  'POST /burial/create': async ({ page }) => ({ payload: await burialForm({ memorial_id: String(page.id) }) }),
  'PATCH /burial/update/{id}': async (scene) => ({ id: (await aBurial(scene)).id, payload: await burialForm() }),
  'GET /geocode': () => ({ query: { q: 'Тверь' } }),
  'DELETE /burial/delete/{id}': async (scene) => ({ id: (await aBurial(scene)).id }),

  'GET /memories/all': ({ page }) => ({ query: { memorial_id: String(page.id) } }),
  'GET /memories/pending': () => ({}),
  'POST /memories/create': ({ page }) => ({
    payload: { memorials_id: page.id, description: 'Помним.', author: 'Соседка', author_email: 'guest@example.org' },
  }),
  'PATCH /memories/update/{id}': async (scene) => ({ id: await aMemory(scene), payload: { description: 'Иначе.' } }),
  'DELETE /memories/delete/{id}': async (scene) => ({ id: await aMemory(scene) }),
  'GET /memories/trash/{id}': async (scene) => {
    await inTrash(scene, `/memories/delete/${await aMemory(scene)}`)
    return { id: scene.page.id }
  },
  'POST /memories/restore/{id}': aTrashedMemory,
  'DELETE /memories/trash/{id}': aTrashedMemory,
  'POST /memories/moderate/{id}': async (scene) => ({ id: await aMemory(scene), payload: { decision: 'approved' } }),
  'POST /memories/moderate': async (scene) => ({
    payload: { decisions: [{ id: await aMemory(scene), decision: 'approved' }] },
  }),

  'POST /memories/{id}/reply': async (scene) => ({ id: await aMemory(scene), payload: { text: 'Спасибо вам.' } }),
  'POST /memories/{id}/block-author': async (scene) => ({ id: await aMemory(scene) }),
  'GET /memorial/{id}/blocked-authors': ({ page }) => ({ id: page.id }),
  'DELETE /blocked-authors/{id}': async (scene) => ({ id: await aBlockedAuthor(scene) }),

  'GET /users/me': () => ({}),
  'POST /users/me/change-password': () => ({ payload: { current_password: PASSWORD, new_password: NEW_PASSWORD } }),
  'POST /users/me/set-pin': () => ({ payload: { pin_code: NEW_PIN } }),
  'POST /users/me/change-pin': async (scene) => {
    await givePins(scene)
    return { payload: { current_pin_code: PIN, new_pin_code: NEW_PIN } }
  },
  'POST /users/me/reset-pin-with-password': () => ({ payload: { current_password: PASSWORD, new_pin_code: NEW_PIN } }),
  'POST /users/me/change-email': () => ({
    payload: { email: `${randomToken()}@example.org`, current_password: PASSWORD },
  }),
  'POST /users/confirm-email': async (scene) => ({ payload: { token: await aLetterLink(scene, 'change') } }),
  'POST /users/me/delete': () => ({ payload: { current_password: PASSWORD } }),
  'POST /users/return': async (scene) => ({ payload: { token: await aWayBack(scene) } }),
  'POST /users/me/export': () => ({}),
  'GET /users/me/heir': () => ({}),
  'PUT /users/me/heir': () => ({ payload: { email: 'vnuk@example.org' } }),
  'GET /users/me/words-letters': () => ({}),
  'PUT /users/me/words-letters': () => ({ payload: { how_often: 'daily' } }),
  'GET /users/me/calendar': theirCalendars,
  'DELETE /users/me/calendar': theirCalendars,
  'GET /users/me/sessions': () => ({}),
  'DELETE /users/me/sessions': async (scene) => {
    await moreSessions(scene)
    return {}
  },
  'DELETE /users/me/sessions/{id}': async (scene) => ({ id: (await moreSessions(scene)).owner }),
}

function archiveCalls(kind: ArchiveKind): typeof CALLS {
  const paths = archivePaths(kind)
  const anItem = async (scene: Scene) => {
    const { id: memorialId } = await advanced(scene)
    return anArchiveItem(scene.server, kind, { token: scene.accounts.owner.token, memorialId })
  }
  const aTrashedItem = async (scene: Scene) => {
    const { id } = await anItem(scene)
    await inTrash(scene, `${paths.delete}/${id}`)
    return { id }
  }
  return {
    [`GET ${paths.list}/{id}`]: ({ page }) => ({ id: page.id }),
    [`POST ${paths.create}`]: async (scene) => ({
      payload: archiveForm((await advanced(scene)).id, await SAMPLES[kind]()),
    }),
    [`PATCH ${paths.update}/{id}`]: async (scene) => ({
      id: (await anItem(scene)).id,
      payload: form({ description: 'Иначе.' }),
    }),
    [`POST ${paths.reorder}`]: async (scene) => {
      const { id: first, memorial_id } = await anItem(scene)
      const { id: second } = await anItem(scene)
      return { payload: { memorial_id, ids: [second, first] } }
    },
    [`DELETE ${paths.delete}/{id}`]: async (scene) => ({ id: (await anItem(scene)).id }),
    [`GET ${paths.trash}/{id}`]: async (scene) => {
      await aTrashedItem(scene)
      return { id: scene.page.id }
    },
    [`POST ${paths.restore}/{id}`]: aTrashedItem,
    [`DELETE ${paths.trash}/{id}`]: aTrashedItem,
  }
}

const SAMPLES: Record<ArchiveKind, () => Promise<Uint8Array>> = {
  photo: () => smallPicture(),
  audio: () => sampleFile('sound.mp3'),
  video: () => sampleFile('film.mp4'),
}

/** Each account has its address already, so that showing it changes nothing. */
async function theirCalendars({ server, accounts }: Scene): Promise<Request> {
  for (const { token } of Object.values(accounts)) await server.api({ url: '/users/me/calendar', token })
  return {}
}

/** Upgrades the page to an advanced one. */
export async function advanced({ server, accounts, page: { id } }: Scene): Promise<{ id: number }> {
  await server.api({ method: 'PATCH', url: `/memorial/upgrade/${id}`, token: accounts.owner.token })
  return { id }
}

export async function aBurial({ server, accounts, page }: Scene): Promise<Burial> {
  const payload = await burialForm({ memorial_id: String(page.id) })
  const made = await server.api({ method: 'POST', url: '/burial/create', token: accounts.owner.token, payload })
  return made.json<Burial>()
}

async function burialForm(fields: Record<string, string> = {}): Promise<FormData> {
  return form({ ...fields, burial_address: 'Хованское кладбище' }, { burial_photo_file: await smallPicture() })
}

/** For the stranger. */
async function anInvitation({ server, accounts, page }: Scene): Promise<{ id: number; token: string }> {
  const token = randomToken()
  const { id } = await insertInvitation(
    server.db,
    { memorial_id: page.id, role: 'keeper', email: accounts.stranger.email, invited_by: accounts.owner.id },
    token,
  )
  return { id, token }
}

/** A request to be let in that waits for a decision. */
async function anAccessRequest({ server, page }: Scene): Promise<number> {
  const asked = { memorial_id: page.id, name: 'Вера', email: 'vera@example.org', text: '', consent_version: null }
  const { id } = await server.db.insertInto('access_requests').values(asked).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A request of another page to be named as related, which waits for those who keep this one. */
async function aPendingRelation({ server, page }: Scene): Promise<number> {
  const { token } = await server.signUp()
  const { id } = await aStoredMemorial(server, token)
  return insertRelation(server.db, id, { memorial_id: page.id, kind: 'spouse' }, false)
}

/** A report that waits for a decision. */
async function aReport({ server, page }: Scene): Promise<number> {
  const told = { memorial_id: page.id, reason: 'private', text: '', email: 'vera@example.org' } as const
  const { id } = await server.db.insertInto('reports').values(told).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A report for which another page of the owner was closed: tokens for the page of the scene are made later. */
async function aClosingReport(scene: Scene): Promise<number> {
  const { server, accounts } = scene
  const id = await aReport({ ...scene, page: await aStoredMemorial(server, accounts.owner.token) })
  const payload = { decision: 'close', text: 'Чужой адрес на странице' }
  await server.api({ method: 'POST', url: `/reports/${id}/decide`, token: accounts.moderator.token, payload })
  return id
}

/** The key of somebody who was let in, and the id of their request. */
export async function aPersonalLink(scene: Scene): Promise<{ id: number; key: string }> {
  const id = await anAccessRequest(scene)
  const key = randomToken()
  await letInWithKey(scene.server.db, id, key)
  return { id, key }
}

/** A memory that waits for a decision. */
export async function aMemory({ server, page }: Scene): Promise<number> {
  const words = { description: 'Помним.', author: 'Соседка', author_email: 'guest@example.org' }
  const { memory } = await insertMemory(server.db, { ...words, memorials_id: page.id, status: 'pending' })
  return memory.id
}

async function aTrashedMemory(scene: Scene): Promise<Request> {
  const id = await aMemory(scene)
  await inTrash(scene, `/memories/delete/${id}`)
  return { id }
}

/** Another page of the owner: tokens for the page of the scene are made later. */
async function aTrashedPage(scene: Scene): Promise<number> {
  const { id } = await aStoredMemorial(scene.server, scene.accounts.owner.token)
  await inTrash(scene, `/memorial/delete/${id}`)
  return id
}

async function inTrash({ server, accounts }: Scene, url: string): Promise<void> {
  const deleted = await server.api({ method: 'DELETE', url: `${url}?keep=true`, token: accounts.owner.token })
  if (deleted.statusCode !== 204) throw new Error(`It is not in the trash: ${deleted.body}`)
}

async function aBlockedAuthor({ server: { db }, page }: Scene): Promise<number> {
  await blockAuthor(db, page.id, 'guest@example.org')
  return (await listBlockedAuthors(db, page.id))[0]?.id ?? 0
}

async function aLetterLink({ server, accounts }: Scene, purpose: EmailTokenPurpose): Promise<string> {
  const token = randomToken()
  const newEmail = purpose === 'change' ? `${randomToken()}@example.org` : null
  await insertEmailToken(server.db, { userId: accounts.unverified.id, purpose, token, seconds: 3600, newEmail })
  return token
}

/** For the unverified account, which its holder has deleted. */
async function aWayBack(scene: Scene): Promise<string> {
  const { server, accounts } = scene
  const left = { is_active: false, leaves_at: new Date(Date.now() + HOUR_MS) }
  await server.db.updateTable('users').set(left).where('id', '=', accounts.unverified.id).execute()
  return aLetterLink(scene, 'return')
}

/** Signs each account in once more. Returns the ids of the new sessions. */
async function moreSessions({ server: { db }, accounts }: Scene): Promise<Record<AccountHolder, number>> {
  const expires_at = new Date(Date.now() + HOUR_MS)
  const opened = ACCOUNTS.map(async (holder) => {
    const session = { user_id: accounts[holder].id, token_hash: hashToken(randomToken()), expires_at }
    const { id } = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
    return [holder, id] as const
  })
  return Object.fromEntries(await Promise.all(opened)) as Record<AccountHolder, number>
}

/** Gives all accounts the owner's PIN. */
async function givePins({ server: { db }, accounts }: Scene): Promise<void> {
  const ids = Object.values(accounts).map(({ id }) => id)
  const { pin_hash } = await db
    .selectFrom('users')
    .select('pin_hash')
    .where('id', '=', accounts.owner.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ pin_hash }).where('id', 'in', ids).execute()
}

function form(fields: Record<string, string>, files: Record<string, Uint8Array> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    data.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  }
  return data
}
