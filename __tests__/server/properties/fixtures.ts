import { ADVANCED, type Memorial } from '@contract/memorial'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { randomToken } from '@server/lib/token'
import type { TestApp } from '@support/server-app'
import { fillMemorial, makeMemorials, pinTokensOf } from './contents'
import { createPeople } from './people'

/** Codes of the test's own catalogue: an account may use each of them once. */
export const PROMO_CODES = Array.from({ length: 40 }, (_none, index) => `CODE-${index}`)

/** Who sends requests. A `visitor` has a PIN token, an `intruder` an invalid token. */
export const ACTORS = ['guest', 'intruder', 'visitor', 'unverified', 'stranger', 'owner', 'moderator'] as const
export type Actor = (typeof ACTORS)[number]

const NOT_TOKENS = ['abc', randomToken(), 'pin.1.99999999999.AAAA', 'x'.repeat(600), '%00', 'null']
const REMEMBERED = 12
/** The number of memorials with content of every kind. The others are left for requests to fill. */
const FILLED = 2

/** The existing data that requests may name. */
export interface Fixtures {
  tokens: Record<Exclude<Actor, 'guest'>, readonly string[]>
  emails: readonly string[]
  linkTokens: readonly string[]
  /** The address of a stored file, from the last answer that created one. */
  mediaAddress: string
  /** Ids of created things by resource ('memorial', 'photo_archive'), the newest last. Under 'users' ids of sessions. */
  ids: Map<string, number[]>
  /** Signs everyone in again who was signed out by a request. */
  refresh: () => Promise<void>
}

/** Makes fixtures, each time with new people who have not reached any rate limit. */
export async function createFixtures(server: TestApp): Promise<() => Promise<Fixtures>> {
  const people = await createPeople(server)

  return async () => {
    const owner = await people.person()
    const stranger = await people.person({ pin_hash: null })
    const unverified = await people.person({ pin_hash: null, is_verified: false })
    const moderator = await people.person({ is_superuser: true })
    const forgetful = await people.person()
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
        visitor: await pinTokensOf(server, token, memorials),
        unverified: unverified.tokens,
        stranger: stranger.tokens,
        owner: owner.tokens,
        moderator: moderator.tokens,
      },
      emails: [owner, stranger, unverified, moderator, forgetful].map(({ email }) => email),
      linkTokens: [await people.linkToken(forgetful, 'reset'), await people.linkToken(unverified, 'verify')],
      mediaAddress: '',
      ids,
      refresh,
    }
    for (const memorial of memorials) learn(fixtures, 'memorial', memorial)
    for (const { id } of memorials.filter(isAdvanced).slice(0, FILLED)) {
      for (const [resource, created] of await fillMemorial(server, token, id)) learn(fixtures, resource, created)
    }
    return fixtures
  }
}

/** Stores the id and the address of what a call created, for later requests. */
export function learn(fixtures: Fixtures, resource: string, created: unknown): void {
  const { id, photo_path, file_path } = (created ?? {}) as Record<string, unknown>
  const address = file_path ?? photo_path
  if (typeof address === 'string' && address.startsWith(MEDIA_BASE_PATH)) fixtures.mediaAddress = address
  if (typeof id === 'number') fixtures.ids.set(resource, [...(fixtures.ids.get(resource) ?? []), id].slice(-REMEMBERED))
}

/** Forgets what a call deleted. */
export function forget(fixtures: Fixtures, resource: string, path: string): void {
  const deleted = Number(path.split('/').filter(Boolean).at(-1))
  fixtures.ids.set(resource, fixtures.ids.get(resource)?.filter((id) => id !== deleted) ?? [])
}

function isAdvanced({ profile_rate: rate }: Memorial): boolean {
  return rate === ADVANCED
}
