import { hash, hashSync, verify } from '@node-rs/argon2'
import { unavailable } from './api-error'
import { createGate, GateFullError } from './gate'

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Node's four worker threads also read files and resolve host names. Hashing may use two of them. */
const HASHED_AT_ONCE = 2
/** At about 5 ms each, the last one waits for a quarter of a second. */
const WAITING_MAX = 100
const COME_BACK_SECONDS = 5
const TOO_BUSY = 'Сейчас слишком много запросов. Попробуйте, пожалуйста, через несколько секунд.'

/** Used in place of the hash of an account that does not exist. */
const NOBODYS_HASH = hashSync(crypto.randomUUID(), COST)

const throughGate = createGate(HASHED_AT_ONCE, WAITING_MAX)

/** An argon2id hash with its salt and cost inside. Two hashes of one password differ. Throws 503 when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/**
 * Checks a password. Without a hash the answer is false after the same work, so that the time it takes does not reveal
 * which accounts exist. Throws 503 when too many wait.
 */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password))
  return matches && Boolean(passwordHash)
}

/** Each hash takes a core and 19 MiB, and every visitor can cause one. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await throughGate(work)
  } catch (error) {
    if (error instanceof GateFullError) throw unavailable(TOO_BUSY, COME_BACK_SECONDS)
    throw error
  }
}
