import { ADVANCED, type Memorial } from '@contract/memorial'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { randomToken } from '@server/lib/token'
import type { TestApp } from '@support/server-app'
import { fillMemorial, makeMemorials, pinTokensOf } from './contents'
import { createPeople } from './people'

/** Codes of the test's own catalogue: an account may use each of them once. */
export const PROMO_CODES = Array.from({ length: 40 }, (_none, index) => `CODE-${index}`)

/** Who asks. A `visitor` has a PIN token, an `intruder` something that is no token. */
export const ACTORS = ['guest', 'intruder', 'visitor', 'unverified', 'stranger', 'owner', 'moderator'] as const
export type Actor = (typeof ACTORS)[number]

const NOT_TOKENS = ['abc', randomToken(), 'pin.1.99999999999.AAAA', 'x'.repeat(600), '%00', 'null']
const REMEMBERED = 12
/** Memorials that have all there may be; the others are left for requests to fill. */
const FILLED = 2

/** What exists while requests are made, as far as a request may name it. */
export interface World {
  tokens: Record<Exclude<Actor, 'guest'>, readonly string[]>
  emails: readonly string[]
  linkTokens: readonly string[]
  /** The address of a stored file, as the last answer that created one told it. */
  mediaAddress: string
  /** Ids that creating calls answered with, the newest last, by the resource: 'memorial', 'photo_archive'; of 'users' those of sessions. */
  ids: Map<string, number[]>
  /** Signs everyone in again whom a request has signed out. */
  refresh: () => Promise<void>
}

/** Makes worlds, each with people of its own: they have not reached the limit of any attempts. */
export async function createWorlds(server: TestApp): Promise<() => Promise<World>> {
  const people = await createPeople(server)

  return async () => {
    const owner = await people.person()
    const stranger = await people.person({ pin_hash: null })
    const unverified = await people.person({ pin_hash: null, is_verified: false })
    const moderator = await people.person({ is_superuser: true })
    const forgetful = await people.person()
    const ids: World['ids'] = new Map()
    const refresh = async () => {
      ids.set('users', await people.signIn([owner, stranger, unverified, moderator]))
    }
    await refresh()

    const [token] = owner.tokens
    const memorials = await makeMemorials(server, token)
    const world: World = {
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
    for (const memorial of memorials) learn(world, 'memorial', memorial)
    for (const { id } of memorials.filter(isAdvanced).slice(0, FILLED)) {
      for (const [resource, created] of await fillMemorial(server, token, id)) learn(world, resource, created)
    }
    return world
  }
}

/** Takes the id and the address of what a call created, for the requests that follow. */
export function learn(world: World, resource: string, created: unknown): void {
  const { id, photo_path, file_path } = (created ?? {}) as Record<string, unknown>
  const address = file_path ?? photo_path
  if (typeof address === 'string' && address.startsWith(MEDIA_BASE_PATH)) world.mediaAddress = address
  if (typeof id === 'number') world.ids.set(resource, [...(world.ids.get(resource) ?? []), id].slice(-REMEMBERED))
}

/** Names no more what a call deleted. */
export function forget(world: World, resource: string, path: string): void {
  const deleted = Number(path.split('/').filter(Boolean).at(-1))
  world.ids.set(resource, world.ids.get(resource)?.filter((id) => id !== deleted) ?? [])
}

function isAdvanced({ profile_rate: rate }: Memorial): boolean {
  return rate === ADVANCED
}
