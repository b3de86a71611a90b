import type { Db } from '../db/schema'
import { hashPassword } from '../lib/password'
import { randomToken, sign, type SecretKey } from '../lib/token'

const PASSWORD_LENGTH = 10

/** An account that exists only with demo content. */
interface DemoAccount {
  email: string
  password: string
}

export const DEMO_OWNER_EMAIL = 'owner@demo.pomnim.example'
export const DEMO_MODERATOR_EMAIL = 'moderator@demo.pomnim.example'
const DEMO_KEEPER_EMAIL = 'keeper@demo.pomnim.example'

/**
 * Derived from the installation's own key: no two installations share a password, and each start can print it again.
 */
export function demoAccount(email: string, secretKey: SecretKey): DemoAccount {
  const letters = sign(secretKey, `demo-password:${email}`).replace(/[^A-Za-z0-9]/g, '')
  return { email, password: `Pomnim-${letters.slice(0, PASSWORD_LENGTH)}-7` }
}

export async function isFilled(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('users').select('id').where('email_key', '=', DEMO_OWNER_EMAIL).executeTakeFirst()
  return owner !== undefined
}

/** Hashing three passwords takes a while, so it is done before the transaction. */
export async function hashDemoPasswords(secretKey: SecretKey) {
  const owner = await hashPassword(demoAccount(DEMO_OWNER_EMAIL, secretKey).password)
  const moderator = await hashPassword(demoAccount(DEMO_MODERATOR_EMAIL, secretKey).password)
  // A random password that no one knows: this account only holds the memorials that the demo owner does not.
  const keeper = await hashPassword(randomToken())
  return { owner, moderator, keeper }
}

type PasswordHashes = Awaited<ReturnType<typeof hashDemoPasswords>>

/** The ids of the demo owner, and of the account that holds the other memorials. */
export async function insertDemoAccounts(tx: Db, hashes: PasswordHashes) {
  const ownerId = await insertAccount(tx, DEMO_OWNER_EMAIL, hashes.owner, { advanced: 1, gigabytes: 1 })
  const keeperId = await insertAccount(tx, DEMO_KEEPER_EMAIL, hashes.keeper, { advanced: 0, gigabytes: 0 })
  await insertAccount(tx, DEMO_MODERATOR_EMAIL, hashes.moderator, { advanced: 0, gigabytes: 0, isSuperuser: true })
  return { ownerId, keeperId }
}

const DEMO_PLACES = 10

async function insertAccount(
  tx: Db,
  email: string,
  passwordHash: string,
  { advanced, gigabytes, isSuperuser = false }: { advanced: number; gigabytes: number; isSuperuser?: boolean },
) {
  const { id } = await tx
    .insertInto('users')
    .values({
      email,
      email_key: email,
      password_hash: passwordHash,
      is_verified: true,
      verified_at: new Date(),
      is_superuser: isSuperuser,
      max_memorials: DEMO_PLACES,
      advanced_memorials_left: advanced,
      bonus_gb_left: gigabytes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
