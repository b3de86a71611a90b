import { KNOWN_NETWORK_DAYS } from '@contract/retention'
import { daysAgo, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { networkOf } from '../../lib/network'
import { sign, type SecretKey } from '../../lib/token'

/** Networks and devices from which an account has signed in: wrong passwords from elsewhere do not lock the holder out there. */

/** Keyed with the account's id, so that the table reveals neither where people live nor who lives together. */
export function networkHash(secretKey: SecretKey, userId: number, address: string): Buffer {
  return Buffer.from(sign(secretKey, `network:${userId}:${networkOf(address)}`), 'base64url')
}

/** Without the version numbers of the browser: a known device stays known after an update. */
export function deviceHash(secretKey: SecretKey, userId: number, userAgent: string): Buffer {
  return Buffer.from(sign(secretKey, `device:${userId}:${userAgent.replace(/[\d._]+/g, '')}`), 'base64url')
}

export async function isKnownNetwork(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('known_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network_hash', '=', hash)
    .where('last_sign_in_at', '>', lastDayKnown())
    .executeTakeFirst()
  return known !== undefined
}

export async function rememberNetwork(db: Db, userId: number, hash: Buffer): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ user_id: userId, network_hash: hash })
    .onConflict((conflict) => conflict.columns(['user_id', 'network_hash']).doUpdateSet({ last_sign_in_at: now() }))
    .execute()
}

export async function deleteForgottenNetworks(db: Db): Promise<void> {
  await db.deleteFrom('known_networks').where('last_sign_in_at', '<=', lastDayKnown()).execute()
}

function lastDayKnown() {
  return daysAgo(KNOWN_NETWORK_DAYS)
}
