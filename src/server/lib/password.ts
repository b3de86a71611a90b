import { hash, hashSync, verify } from '@node-rs/argon2'
import { WELL_KNOWN_PASSWORDS } from './well-known-passwords'

/** OWASP's smallest argon2id setting: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Stands in for the hash of an account that is not there. */
const NOBODYS_HASH = hashSync(crypto.randomUUID(), COST)

/** An argon2id hash with its salt and cost inside. Two hashes of one password differ. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Without a hash the answer is no, after the same work: how long it takes tells nobody which accounts exist. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
  return matches && Boolean(passwordHash)
}

/** Among the first that anyone would guess, whatever the case of its letters. */
export function isWellKnown(password: string): boolean {
  return WELL_KNOWN_PASSWORDS.has(password.toLowerCase())
}
