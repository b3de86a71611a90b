import { createOwnGates } from '../lib/gate'
import { accountWaitedFor } from '../lib/request-origin'

/** Work on one account's rows waits for one lock anyway: with more connections only more of it would wait there. */
const CONNECTIONS_OF_ONE = 2
const WAITING_MAX = 100
/** As long as a statement may take. */
const PATIENCE_MS = 7000

/** Nothing was begun. A temporary failure: answered 503. */
export class TooMuchAtOnce extends Error {}

/**
 * Who writes gets a connection in turn with all others who write to pages of the same account, or as that account: however many
 * come at once, most connections are left to others. Who reads does not wait. The work must not need a second connection.
 */
export function createConnectionTurns() {
  const gates = createOwnGates(CONNECTIONS_OF_ONE, WAITING_MAX)

  /** Resolves to what gives the turn back. */
  function begin(account: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let isTooLate = false
      const refuse = () => reject(new TooMuchAtOnce('too much is written for one account at once'))
      const patience = setTimeout(() => {
        isTooLate = true
        refuse()
      }, PATIENCE_MS)
      const work = async () => {
        clearTimeout(patience)
        if (!isTooLate) await new Promise<void>((end) => resolve(end))
      }
      // Only a full queue makes it fail.
      gates(account, work).catch(() => {
        clearTimeout(patience)
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
