import { ADVANCED, type Memorial } from '@contract/memorial'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { randomToken } from '@server/lib/token'
import { letInWithKey } from '@server/modules/access-requests/repository'
import { insertInvitation, insertKeeper } from '@server/modules/keepers/repository'
import { insertRelation } from '@server/modules/relations/repository'
import { blockAuthor, listBlockedAuthors } from '@server/modules/memories/pending-repository'
import { sendWithConsents } from '@support/consents'
import { giveFactor, giveUnconfirmedFactors } from '@support/factors'
import type { TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { openedToken } from '@contract/opened-letter'
import { letterSite } from '@server/mail/letter'
import { idOf, uploader, voiceUploader } from '@support/uploads'
import { fillMemorial, makeMemorials, memorialTokensOf, trashMemorials } from './contents'
import { askAndTell, changeOften, propose, trashStories } from './told'
import { UPLOADED_PART } from './operations'
import { createPeople, type Person } from './people'

/** Codes of the test's own catalogue: an account may use each of them once. */
export const PROMO_CODES = Array.from({ length: 40 }, (_none, index) => `CODE-${index}`)

/** Who sends requests. A `visitor` has a memorial token, an `intruder` an invalid token. */
export const ACTORS = ['guest', 'intruder', 'visitor', 'unverified', 'stranger', 'owner', 'moderator'] as const
export type Actor = (typeof ACTORS)[number]

const NOT_TOKENS = ['abc', randomToken(), 'pin.1.99999999999.AAAA', 'x'.repeat(600), '%00', 'null']
const REMEMBERED = 12
/** The number of memorials with content of every kind. The others are left for requests to fill. */
const FILLED = 2
/** The number of memorials that were closed for a report. */
const CLOSED = 4
/** Of each kind. */
const SENT_WITH_CONSENT = 4

/** The existing data that requests may name. */
export interface Fixtures {
  tokens: Record<Exclude<Actor, 'guest'>, readonly string[]>
  emails: readonly string[]
  linkTokens: readonly string[]
  /** Of a letter to a new address, and of the way back to a deleted account. */
  changeTokens: readonly string[]
  returnTokens: readonly string[]
  /** Of the links that end letters, and of those that show that somebody reads them. */
  subscriptionTokens: readonly string[]
  openedTokens: readonly string[]
  /** Of letters that invite the owner to keep a page of somebody else. */
  invitationTokens: readonly string[]
  /** Of letters that let somebody in to the memorial under 'opened'. */
  accessKeys: readonly string[]
  /** Of letters with a question, of stories that were told, and of proposals. */
  questionTokens: readonly string[]
  storyTokens: readonly string[]
  proposalTokens: readonly string[]
  /** Files of the owner that come in parts. Nothing has come of them. */
  uploads: readonly string[]
  /** The same of voices that the owner leaves with words. */
  voices: readonly string[]
  /** The address of a stored file, from the last answer that created one. */
  mediaUrl: string
  /**
   * Ids of created things by resource ('memorial', 'photo_archive'), the newest last. Under 'users' ids of sessions,
   * under 'kept' the memorial that the 'keepers' keep and the 'invitations' are for, under 'own invitations' those that the owner may answer, under 'opened' a closed memorial,
   * under 'consents/words' and the like what the owner has sent with a consent, under 'told' the memorial that has 'questions', 'stories', 'proposals' and 'revisions', under 'closings' reports for which memorials were closed, under 'trashed memorial' and the like what lies in the trash.
   */
  ids: Map<string, number[]>
  /** Signs everyone in again who was signed out by a request. */
  refresh: () => Promise<void>
}

/** Makes fixtures, each time with new people who have not reached any rate limit. */
export async function createFixtures(server: TestApp): Promise<() => Promise<Fixtures>> {
  const people = await createPeople(server)
  const letters = letterSite(server.config.site, server.secretKey)
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''

  return async () => {
    const owner = await people.person()
    const stranger = await people.person({ pin_hash: null })
    const unverified = await people.person({ pin_hash: null, is_verified: false })
    const moderator = await people.person({ is_superuser: true })
    await giveFactor(server.db, moderator.id)
    const forgetful = await people.person()
    const leaving = await people.person()
    await people.leave(leaving)
    const ids: Fixtures['ids'] = new Map()
    const refresh = async () => {
      ids.set('users', await people.signIn([owner, stranger, unverified, moderator]))
    }
    await refresh()

    const [token] = owner.tokens
    const memorials = await makeMemorials(server, token)
    const fixtures: Fixtures = {
      tokens: {
        intruder: NOT_TOKENS,
        visitor: await memorialTokensOf(server, token, memorials),
        unverified: unverified.tokens,
        stranger: stranger.tokens,
        owner: owner.tokens,
        moderator: moderator.tokens,
      },
      emails: [owner, stranger, unverified, moderator, forgetful].map(({ email }) => email),
      linkTokens: [await people.linkToken(forgetful, 'reset'), await people.linkToken(unverified, 'verify')],
      changeTokens: [await people.linkToken(forgetful, 'change')],
      returnTokens: [await people.linkToken(leaving, 'return')],
      subscriptionTokens: [tokenOf(letters.unsubscribeUrl('reminders', owner.email))],
      openedTokens: [openedToken(letters.openedMark(owner.email)) ?? ''],
      invitationTokens: await invite(server, stranger, owner, ids),
      accessKeys: await letIn(server, stranger, ids),
      ...(await tellOf(server, owner, memorials[0] as Memorial, ids)),
      uploads: await beginUploads(server, token, memorials),
      voices: await beginVoices(server, token, memorials),
      mediaUrl: '',
      ids,
      refresh,
    }
    for (const memorial of memorials) learn(fixtures, 'memorial', memorial)
    ids.set('relations', await askToBeRelated(server, memorials, stranger))
    for (const trashed of await trashMemorials(server, token)) learn(fixtures, 'trashed memorial', trashed)
    for (const [what, sent] of Object.entries(await sendToPageOf(server, stranger, owner))) ids.set(what, sent)
    ids.set('factors', await giveUnconfirmedFactors(server.db, owner.id))
    ids.set('closings', await closeForReports(server, stranger, moderator))
    for (const memorial of memorials.slice(-1)) {
      for (const [who, known] of Object.entries(await share(server, memorial, owner, stranger))) ids.set(who, known)
    }
    for (const { id } of memorials.filter(isAdvanced).slice(0, FILLED)) {
      for (const [resource, created] of await fillMemorial(server, token, id)) learn(fixtures, resource, created)
    }
    return fixtures
  }
}

/** Gives a memorial a keeper, open invitations and blocked authors. */
async function share({ db }: TestApp, { id: memorial_id }: Memorial, owner: Person, keeper: Person) {
  await insertKeeper(db, memorial_id, keeper.id)
  const invitations: number[] = []
  for (const number of [1, 2, 3]) {
    const email = `invited-${memorial_id}-${number}@example.org`
    const invited = { memorial_id, role: 'keeper', email, invited_by: owner.id } as const
    invitations.push((await insertInvitation(db, invited, randomToken())).id)
  }
  await blockAuthor(db, memorial_id, 'troll@example.org')
  const blocked = await listBlockedAuthors(db, memorial_id)
  return {
    kept: [memorial_id],
    keepers: [keeper.id],
    invitations,
    'blocked-authors': blocked.map(({ id }) => id),
    'access-requests': await askToBeLetIn(db, memorial_id),
    reports: await report(db, memorial_id),
  }
}

/** Begins an upload for each advanced memorial. Returns their ids. */
async function beginUploads(server: TestApp, token: string, memorials: Memorial[]): Promise<string[]> {
  const uploads = uploader(server, token)
  const ids: string[] = []
  for (const { id: memorialId } of memorials.filter(isAdvanced)) {
    ids.push(await uploads.begun({ memorialId, kind: 'video', size: UPLOADED_PART.length }))
  }
  return ids
}

async function beginVoices(server: TestApp, token: string, memorials: Memorial[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id } of memorials.slice(0, 2)) {
    const { headers } = await voiceUploader(server, { token }).begin(id, UPLOADED_PART.length)
    ids.push(idOf(headers.location))
  }
  return ids
}

/** Requests of a page of somebody else that wait at these memorials. */
async function askToBeRelated(server: TestApp, memorials: Memorial[], { tokens: [token] }: Person): Promise<number[]> {
  const { id: asking } = await aStoredMemorial(server, token)
  const asked: number[] = []
  for (const { id: memorial_id } of memorials) {
    asked.push(await insertRelation(server.db, asking, { memorial_id, kind: 'sibling' }, false))
  }
  return asked
}

/** Requests that wait at a memorial. */
async function askToBeLetIn(db: TestApp['db'], memorial_id: number): Promise<number[]> {
  const asked = { memorial_id, name: 'Вера', email: 'vera@example.org', text: '', consent_version: null }
  const requests = await db
    .insertInto('access_requests')
    .values(new Array(REMEMBERED).fill(asked))
    .returning('id')
    .execute()
  return requests.map(({ id }) => id)
}

/** Lets people in to a closed memorial of that owner. Returns the keys of the letters. */
async function letIn(server: TestApp, { tokens: [token] }: Person, ids: Fixtures['ids']): Promise<string[]> {
  const { id } = await aStoredMemorial(server, token, { public_status: 'false' })
  ids.set('opened', [id])
  const keys: string[] = []
  for (const request of await askToBeLetIn(server.db, id)) {
    const key = randomToken()
    await letInWithKey(server.db, request, key)
    keys.push(key)
  }
  return keys
}

/** Lets readers tell and propose what they know of a memorial, and its owner change it. */
async function tellOf(server: TestApp, owner: Person, { id }: Memorial, ids: Fixtures['ids']) {
  const asked = await askAndTell(server, owner.id, id)
  ids.set('told', [id])
  ids.set('questions', asked.questions)
  ids.set('stories', asked.stories)
  for (const trashed of await trashStories(server, owner.tokens[0], asked.toTrash)) {
    ids.set('trashed stories', [...(ids.get('trashed stories') ?? []), trashed.id])
  }
  const proposed = await propose(server, id)
  ids.set(
    'proposals',
    proposed.map((each) => each.id),
  )
  ids.set('revisions', await changeOften(server, owner.tokens[0], id))
  return {
    questionTokens: asked.questionTokens,
    storyTokens: asked.storyTokens,
    proposalTokens: proposed.map(({ own_token }) => own_token),
  }
}

/** Reports of a memorial that wait. */
async function report(db: TestApp['db'], memorial_id: number, times = REMEMBERED): Promise<number[]> {
  const told = { memorial_id, reason: 'private', text: '', email: 'vera@example.org' } as const
  const reports = await db.insertInto('reports').values(new Array(times).fill(told)).returning('id').execute()
  return reports.map(({ id }) => id)
}

/** Sends things with consents to the page of somebody. Their ids, by the path that withdraws them. */
async function sendToPageOf(server: TestApp, holder: Person, { email }: Person): Promise<Record<string, number[]>> {
  const { id: memorialId } = await aStoredMemorial(server, holder.tokens[0])
  const ids: Record<string, number[]> = {}
  for (let times = 0; times < SENT_WITH_CONSENT; times++) {
    for (const [what, id] of Object.entries(await sendWithConsents(server.db, { email, memorialId }))) {
      ids[`consents/${what}`] = [...(ids[`consents/${what}`] ?? []), id]
    }
  }
  return ids
}

/** Has memorials of that owner closed, each for a report. Returns the ids of the reports. */
async function closeForReports(server: TestApp, owner: Person, moderator: Person): Promise<number[]> {
  const closings: number[] = []
  for (let page = 0; page < CLOSED; page++) {
    const memorial = await aStoredMemorial(server, owner.tokens[0])
    for (const id of await report(server.db, memorial.id, 1)) {
      const payload = { decision: 'close', text: 'Чужая страница' }
      await server.api({ method: 'POST', url: `/reports/${id}/decide`, token: moderator.tokens[0], payload })
      closings.push(id)
    }
  }
  return closings
}

/** Invites somebody to keep pages of another person. Returns the tokens of the letters. */
async function invite(server: TestApp, owner: Person, { email }: Person, ids: Fixtures['ids']): Promise<string[]> {
  const tokens: string[] = []
  const invitations: number[] = []
  for (const role of ['keeper', 'owner'] as const) {
    const { id: memorial_id } = await aStoredMemorial(server, owner.tokens[0])
    const token = randomToken()
    const invited = { memorial_id, role, email, invited_by: owner.id }
    invitations.push((await insertInvitation(server.db, invited, token)).id)
    tokens.push(token)
  }
  ids.set('own invitations', invitations)
  return tokens
}

/** Stores the id and the address of what a call created, for later requests. */
export function learn(fixtures: Fixtures, resource: string, created: unknown): void {
  const { id, photo_path, file_path } = (created ?? {}) as Record<string, unknown>
  const address = file_path ?? photo_path
  if (typeof address === 'string' && address.startsWith(MEDIA_BASE_PATH)) fixtures.mediaUrl = address
  if (typeof id === 'number') fixtures.ids.set(resource, [...(fixtures.ids.get(resource) ?? []), id].slice(-REMEMBERED))
}

/** Forgets what a call deleted. */
export function forget(fixtures: Fixtures, resource: string, path: string): void {
  const [address = ''] = path.split('?')
  const deleted = Number(address.split('/').filter(Boolean).at(-1))
  fixtures.ids.set(resource, fixtures.ids.get(resource)?.filter((id) => id !== deleted) ?? [])
}

function isAdvanced({ profile_rate: rate }: Memorial): boolean {
  return rate === ADVANCED
}
