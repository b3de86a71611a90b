import { hash, hashSync, verify } from '@node-rs/argon2'
import { ALGORITHMS } from './algorithms'
import { unavailable } from './api-error'
import { createSemaphore, createSenderSemaphores, QueueFullError } from './semaphore'

/** Node's four worker threads also read files and resolve host names. Hashing may use two of them. */
const HASHED_AT_ONCE = 2
/** At about 5 ms each, the last of them waits a quarter of a second. */
const WAITING_MAX = 100
/**
 * One hash of a network is in the common queue, and this many wait behind it: more than the limits of a network let in at
 * once.
 */
const WAITING_OF_NETWORK_MAX = 40
/** Places in the queue that unknown networks leave for networks from which the account has signed in. */
const LEFT_FOR_KNOWN = 20
const COME_BACK_SECONDS = 5
const TOO_BUSY = 'Сейчас слишком много запросов. Попробуйте, пожалуйста, через несколько секунд.'

/** Used in place of the hash of an account that does not exist. */
const NOBODYS_HASH = hashSync(crypto.randomUUID(), ALGORITHMS.passwords)

const runLimited = createSemaphore(HASHED_AT_ONCE, WAITING_MAX)
const runLimitedPerSender = createSenderSemaphores(1, WAITING_OF_NETWORK_MAX)

/** Where a secret comes from, when sent without a session. Absent for the holder of a session. */
export interface SentFrom {
  network: string
  /** The account has signed in from there. */
  isKnown?: boolean
}

/** A hash with its algorithm, salt and cost inside. Two hashes of one password differ. Throws 503 when too many wait. */
export function hashPassword(password: string, from?: SentFrom): Promise<string> {
  return limitHashing(() => hash(password, ALGORITHMS.passwords), from)
}

/**
 * Checks a password. Without a hash it returns false after the same work, so that the time does not reveal which accounts
 * exist. Throws 503 when too many wait.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  from?: SentFrom,
): Promise<boolean> {
  const matches = await limitHashing(() => verify(passwordHash ?? NOBODYS_HASH, password), from)
  return matches && Boolean(passwordHash)
}

/** Whether a hash was made by another algorithm, or at another cost, than new ones are. */
export function isHashedAsBefore(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = ALGORITHMS.passwords
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Each hash takes a core and 19 MiB, and every visitor can cause one. */
async function limitHashing<T>(work: () => Promise<T>, from?: SentFrom): Promise<T> {
  const leaves = from && !from.isKnown ? LEFT_FOR_KNOWN : 0
  try {
    return await runLimitedPerSender(from?.network, () => runLimited(work, { leaves }))
  } catch (error) {
    if (error instanceof QueueFullError) throw unavailable(TOO_BUSY, COME_BACK_SECONDS)
    throw error
  }
}
