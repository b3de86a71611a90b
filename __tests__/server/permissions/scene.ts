import { emailKey } from '@server/lib/mailbox'
import type { Memorial } from '@contract/memorial'
import { hashPassword } from '@server/lib/password'
import { hashToken, randomToken } from '@server/lib/token'
import { giveFactor } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { ACCOUNTS, type AccountHolder, type Actor } from './actors'

export const PASSWORD = 'Berezka-1945'
export const PIN = '4806'
/** The name on the pages. No refusal may contain it. */
export const LASTNAME = 'Тайнова'

const MODERATORS: readonly AccountHolder[] = ['moderator', 'moderatorWithoutFactor']
const SCENES_MAX = 1000
const PLENTY = 1000
const HOUR_MS = 3_600_000

let scenes = 0
let visits = 0

interface AccountOfScene {
  id: number
  email: string
  token: string
}

/** New accounts and one page of the owner. Scenes share nothing with each other. */
export interface Scene {
  server: TestApp
  accounts: Record<AccountHolder, AccountOfScene>
  page: Memorial
  tokenOf: (actor: Actor) => Promise<string | undefined>
}

/** A server that knows the moderators of all scenes. Letters stay in the queue and are never sent. */
export async function startServer(): Promise<TestApp> {
  const moderators = Array.from({ length: SCENES_MAX }, (_none, index) =>
    MODERATORS.map((holder) => emailOf(holder, index + 1)),
  ).flat()
  const server = await startTestApp({
    TRUST_PROXY: '1',
    CATALOGUE_DIR: 'config/demo/catalogue',
    MODERATOR_EMAILS: moderators.join(),
  })
  await server.postman.stop()
  return server
}

/** Headers of a request from a new address, so that no rate limit is reached. */
export function fromAnotherAddress(): Record<string, string> {
  visits++
  return { 'x-forwarded-for': `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}` }
}

export function createScenes(server: TestApp) {
  const { db } = server
  const hashes = Promise.all([hashPassword(PASSWORD), hashPassword(PIN)])

  return async function newScene(options: { isPublic: boolean; withPhoto?: boolean }): Promise<Scene> {
    const accounts = await makeAccounts(++scenes)
    const ownersPage = ({ isPublic, withPhoto = false }: typeof options) => {
      const fields = { lastname: LASTNAME, public_status: String(isPublic) }
      return aStoredMemorial(server, accounts.owner.token, fields, { withPhoto })
    }
    const page = await ownersPage(options)
    // Both were let in; one of them was let go again.
    const kept = { memorial_id: page.id }
    const { keeper, formerKeeper } = accounts
    await db
      .insertInto('keepers')
      .values([keeper, formerKeeper].map(({ id }) => ({ ...kept, user_id: id })))
      .execute()
    await db.deleteFrom('keepers').where('user_id', '=', formerKeeper.id).execute()

    return {
      server,
      accounts,
      page,
      async tokenOf(actor) {
        if (actor === 'guest') return undefined
        if (actor === 'badToken') return randomToken()
        if (actor === 'pinVisitor') return memorialTokenOf(page)
        if (actor === 'otherPinVisitor') return memorialTokenOf(await ownersPage({ isPublic: false }))
        return accounts[actor].token
      },
    }
  }

  /** Only the owner has a PIN. */
  async function makeAccounts(scene: number): Promise<Scene['accounts']> {
    const [password_hash, pinHash] = await hashes
    const now = new Date()
    const people = ACCOUNTS.map((holder) => ({
      email: emailOf(holder, scene),
      email_key: emailKey(emailOf(holder, scene)),
      password_hash,
      pin_hash: holder === 'owner' ? pinHash : null,
      is_verified: holder !== 'unverified',
      verified_at: holder === 'unverified' ? null : now,
      password_set_by_letter_at: MODERATORS.includes(holder) ? now : null,
      max_memorials: PLENTY,
      advanced_memorials_left: PLENTY,
      bonus_gb_left: PLENTY,
    }))
    const users = await db.insertInto('users').values(people).returning(['id', 'email']).execute()
    await giveFactor(db, ...users.flatMap(({ id, email }) => (email === emailOf('moderator', scene) ? [id] : [])))
    const accounts = users.map((user) => ({ ...user, token: randomToken() }))
    const expires_at = new Date(Date.now() + HOUR_MS)
    const sessions = accounts.map(({ id, token }) => ({ user_id: id, token_hash: hashToken(token), expires_at }))
    await db.insertInto('sessions').values(sessions).execute()
    return Object.fromEntries(
      ACCOUNTS.map((holder) => [holder, accounts.find(({ email }) => email === emailOf(holder, scene))]),
    ) as Scene['accounts']
  }

  /** The signed address of a closed page's file, also when the page is public now. */
  async function memorialTokenOf({ id, public_status }: Memorial): Promise<string> {
    const turn = (isPublic: boolean) =>
      db.updateTable('memorials').set({ public_status: isPublic }).where('id', '=', id).execute()
    if (public_status) await turn(false)
    const answer = await server.api({
      method: 'POST',
      url: `/memorial/${id}/verify-pin`,
      headers: fromAnotherAddress(),
      payload: { pin_code: PIN },
    })
    if (public_status) await turn(true)
    if (answer.statusCode !== 200) throw new Error(`No memorial token: ${answer.body}`)
    return answer.json<{ access_token: string }>().access_token
  }
}

function emailOf(holder: AccountHolder, scene: number): string {
  return `${holder}-${scene}@example.org`
}
