import { hash, hashSync, verify } from '@node-rs/argon2'
import { unavailable } from './api-error'
import { createGate, GateFullError } from './gate'

/** OWASP's smallest argon2id setting: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of the four threads that also read files and resolve names, hashing gets two. */
const HASHED_AT_ONCE = 2
/** At about 5 ms each, who comes last waits for a quarter of a second. */
const WAITING_AT_MOST = 100
const COME_BACK_SECONDS = 5
const TOO_BUSY = 'Сейчас слишком много запросов. Попробуйте, пожалуйста, через несколько секунд.'

/** Stands in for the hash of an account that is not there. */
const NOBODYS_HASH = hashSync(crypto.randomUUID(), COST)

const throughGate = createGate(HASHED_AT_ONCE, WAITING_AT_MOST)

/** An argon2id hash with its salt and cost inside. Two hashes of one password differ. Throws 503 when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/**
 * Without a hash the answer is no, after the same wait and work: how long it takes tells nobody which accounts exist.
 * Throws 503 when too many wait.
 */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password))
  return matches && Boolean(passwordHash)
}

/** Each hash takes a core and 19 MiB, and anyone may ask for one. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await throughGate(work)
  } catch (error) {
    if (error instanceof GateFullError) throw unavailable(TOO_BUSY, COME_BACK_SECONDS)
    throw error
  }
}
