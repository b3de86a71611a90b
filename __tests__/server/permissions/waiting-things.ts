import { hashToken, randomToken } from '@server/lib/token'
import { type EmailTokenPurpose, insertEmailToken } from '@server/modules/accounts/email-token-repository'
import { letInWithKey } from '@server/modules/access-requests/repository'
import { insertInvitation } from '@server/modules/keepers/repository'
import { blockAuthor, listBlockedAuthors } from '@server/modules/memories/pending-repository'
import { beginDestruction } from '@server/modules/memorials/trash-repository'
import { insertQuestion } from '@server/modules/questions/repository'
import { insertStory } from '@server/modules/questions/story-repository'
import { hashAddresses } from '@server/mail/address-hashes'
import { insertRelation } from '@server/modules/relations/repository'
import { insertMemory } from '@server/modules/memories/repository'
import { openedToken } from '@contract/opened-letter'
import { letterSite } from '@server/mail/letter'
import { sendWithConsents } from '@support/consents'
import { aStoredMemorial } from '@support/test-memorials'
import { type AccountHolder, ACCOUNTS } from './actors'
import type { Request } from './archive-calls'
import type { Scene } from './scene'

const HOUR_MS = 3_600_000

/** For the stranger. */
export async function anInvitation({ server, accounts, page }: Scene): Promise<{ id: number; token: string }> {
  const token = randomToken()
  const { id } = await insertInvitation(
    server.db,
    { memorial_id: page.id, role: 'keeper', email: accounts.stranger.email, invited_by: accounts.owner.id },
    token,
  )
  return { id, token }
}

/** A request to be let in that waits for a decision. */
export async function anAccessRequest({ server, page }: Scene): Promise<number> {
  const asked = { memorial_id: page.id, name: 'Вера', email: 'vera@example.org', text: '', consent_version: null }
  const { id } = await server.db.insertInto('access_requests').values(asked).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A request of another page to be named as related, which waits for those who keep this one. */
export async function aPendingRelation({ server, page }: Scene): Promise<number> {
  const { token } = await server.signUp()
  const { id } = await aStoredMemorial(server, token)
  return insertRelation(server.db, id, { memorial_id: page.id, kind: 'spouse' }, false)
}

/** A report that waits for a decision. */
export async function aReport({ server, page }: Scene): Promise<number> {
  const told = { memorial_id: page.id, reason: 'private', text: '', email: 'vera@example.org' } as const
  const { id } = await server.db.insertInto('reports').values(told).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A report for which another page of the owner was closed: tokens for the page of the scene are made later. */
export async function aClosingReport(scene: Scene): Promise<number> {
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
  // Of somebody who has opened no link yet.
  const { db } = scene.server
  await db
    .updateTable('access_requests')
    .set({ email: `${key}@example.org` })
    .where('id', '=', id)
    .execute()
  await letInWithKey(db, id, key)
  return { id, key }
}

/** A question of the page's owner, and the token of its link. */
export async function aQuestion({ server: { db, secretKey }, accounts, page }: Scene) {
  const token = randomToken()
  const [mailbox] = await hashAddresses(db, secretKey, [`${token}@example.org`])
  const { id } = await insertQuestion(db, {
    ...{ memorial_id: page.id, user_id: accounts.owner.id, text: 'Что он любил петь?', to_name: 'Зоя' },
    ...{
      to_email: `${token}@example.org`,
      mailbox_hash: mailbox?.hash ?? Buffer.alloc(0),
      key_id: mailbox?.keyId ?? null,
    },
    ...{ token_hash: hashToken(token), sealed_token: null },
  })
  return { id, token }
}

/** A story told in answer to it. */
export async function aStory(scene: Scene, status: 'pending' | 'approved' = 'pending') {
  const { id: question_id } = await aQuestion(scene)
  const ownToken = randomToken()
  const { id } = await insertStory(scene.server.db, {
    ...{ memorial_id: scene.page.id, question_id, question: 'Что он любил петь?', to_name: 'Зоя' },
    ...{ author: 'Зоя', relation: 'соседка', text: 'Он пел «Рябину».', status, own_token_hash: hashToken(ownToken) },
    ...(status === 'approved' && { decided_at: new Date() }),
  })
  return { id, ownToken }
}

export async function aTrashedStory(scene: Scene): Promise<Request> {
  const { id } = await aStory(scene)
  await inTrash(scene, `/stories/${id}`)
  return { id }
}

/** A memory that waits for a decision. */
export async function aMemory({ server, page }: Scene): Promise<number> {
  const words = { description: 'Помним.', author: 'Соседка', author_email: 'guest@example.org' }
  const { memory } = await insertMemory(server.db, { ...words, memorials_id: page.id, status: 'pending' })
  return memory.id
}

export async function aTrashedMemory(scene: Scene): Promise<Request> {
  const id = await aMemory(scene)
  await inTrash(scene, `/memories/delete/${id}`)
  return { id }
}

/** The token that brings back another page of the owner. */
export async function aDestroyedPage(scene: Scene): Promise<string> {
  const token = randomToken()
  await beginDestruction(scene.server.db, await aTrashedPage(scene), token)
  return token
}

/** Another page of the owner: tokens for the page of the scene are made later. */
export async function aTrashedPage(scene: Scene): Promise<number> {
  const { id } = await aStoredMemorial(scene.server, scene.accounts.owner.token)
  await inTrash(scene, `/memorial/delete/${id}`)
  return id
}

export async function inTrash({ server, accounts }: Scene, url: string): Promise<void> {
  const deleted = await server.api({ method: 'DELETE', url: `${url}?keep=true`, token: accounts.owner.token })
  if (deleted.statusCode !== 204) throw new Error(`It is not in the trash: ${deleted.body}`)
}

export async function aBlockedAuthor({ server: { db }, page }: Scene): Promise<number> {
  await blockAuthor(db, page.id, 'guest@example.org')
  return (await listBlockedAuthors(db, page.id))[0]?.id ?? 0
}

export async function aLetterLink({ server, accounts }: Scene, purpose: EmailTokenPurpose): Promise<string> {
  const token = randomToken()
  const sentTo = purpose === 'not_me' ? accounts.unverified.email : null
  const newEmail = purpose === 'change' ? `${randomToken()}@example.org` : sentTo
  await insertEmailToken(server.db, { userId: accounts.unverified.id, purpose, token, seconds: 3600, newEmail })
  return token
}

/** For the unverified account, which its holder has deleted. */
export async function aWayBack(scene: Scene): Promise<string> {
  const { server, accounts } = scene
  const left = { is_active: false, leaves_at: new Date(Date.now() + HOUR_MS) }
  await server.db.updateTable('users').set(left).where('id', '=', accounts.unverified.id).execute()
  return aLetterLink(scene, 'return')
}

/** The token of the link at the end of a letter to the owner. */
export async function anUnsubscribeToken({ server: { config, secretKey }, accounts }: Scene): Promise<string> {
  const url = letterSite(config.site, secretKey).unsubscribeUrl('reminders', accounts.owner.email)
  return new URL(url).searchParams.get('token') ?? ''
}

/** The token in the link of a letter to the owner. */
export function anOpenedToken({ server: { config, secretKey }, accounts }: Scene): string {
  return openedToken(letterSite(config.site, secretKey).openedMark(accounts.owner.email)) ?? ''
}

/** Signs each account in once more. Returns the ids of the new sessions. */
export async function moreSessions({ server: { db }, accounts }: Scene): Promise<Record<AccountHolder, number>> {
  const expires_at = new Date(Date.now() + HOUR_MS)
  const opened = ACCOUNTS.map(async (holder) => {
    const session = { user_id: accounts[holder].id, token_hash: hashToken(randomToken()), expires_at }
    const { id } = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
    return [holder, id] as const
  })
  return Object.fromEntries(await Promise.all(opened)) as Record<AccountHolder, number>
}

/** Gives all accounts the owner's PIN. */
export async function givePins({ server: { db }, accounts }: Scene): Promise<void> {
  const ids = Object.values(accounts).map(({ id }) => id)
  const { pin_hash } = await db
    .selectFrom('users')
    .select('pin_hash')
    .where('id', '=', accounts.owner.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ pin_hash }).where('id', 'in', ids).execute()
}

/** What the owner has sent with a consent, on somebody else's page. The ids of each. */
export async function consentsOfOwner({ server, accounts }: Scene) {
  const { token } = await server.signUp()
  const { id: memorialId } = await aStoredMemorial(server, token)
  return sendWithConsents(server.db, { email: accounts.owner.email, memorialId })
}
