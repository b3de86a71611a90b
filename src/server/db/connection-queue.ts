import { createSenderSemaphores } from '../lib/semaphore'
import { accountWaitedFor } from '../lib/request-origin'

/** Writes to one account's rows wait for the same lock anyway: more connections would only wait there too. */
const CONNECTIONS_OF_ONE = 2
const WAITING_MAX = 100
/** As long as a statement may take. */
const TIMEOUT_MS = 7000

/** The work was not started. A temporary failure: answered with 503. */
export class TooMuchAtOnce extends Error {}

/**
 * Writers to pages of the same account, or as that account, take turns for connections: however many come at once, most
 * connections remain free for others. Readers do not wait. The work must not need a second connection.
 */
export function createConnectionQueue() {
  const gates = createSenderSemaphores(CONNECTIONS_OF_ONE, WAITING_MAX)

  /** Resolves to the function that ends the turn. */
  function begin(account: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let isTooLate = false
      const refuse = () => reject(new TooMuchAtOnce('too much is written for one account at once'))
      const timeout = setTimeout(() => {
        isTooLate = true
        refuse()
      }, TIMEOUT_MS)
      const work = async () => {
        clearTimeout(timeout)
        if (!isTooLate) await new Promise<void>((end) => resolve(end))
      }
      // Fails only when the queue is full.
      gates(account, work).catch(() => {
        clearTimeout(timeout)
        refuse()
      })
    })
  }

  return {
    async take(): Promise<() => void> {
      const account = accountWaitedFor()
      return account === undefined ? () => undefined : begin(String(account))
    },
  }
}
