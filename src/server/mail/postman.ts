import type { Db } from '../db/schema'
import type { Log } from '../lib/log'
import type { MailTransport, QueuedLetter } from './letter'
import { ATTEMPTS_MAX, claimDueLetter, markSent, postpone } from './queue'

export interface Postman {
  /** Says that a letter was put into the queue. Returns at once: delivery is nobody's request to wait for. */
  wake(): void
  /** Delivers what is due. Rounds of one postman never overlap. */
  deliverDue(): Promise<void>
  /** Lets the letter under way arrive; the others wait for the next start. */
  stop(): Promise<void>
}

/** Between claim and delivery no transaction is open: the embedded database has one connection for everyone. */
export function createPostman({
  db,
  transport,
  log,
}: {
  db: Db
  transport: MailTransport
  log: Pick<Log, 'error'>
}): Postman {
  let stopped = false
  let round: Promise<void> | undefined
  let nextRound: Promise<void> | undefined

  async function deliver(letter: QueuedLetter): Promise<void> {
    try {
      await transport.send(letter)
    } catch (error) {
      const { id, attempts } = letter
      log.error({ err: error, letter: id, attempts }, attempts < ATTEMPTS_MAX ? 'letter postponed' : 'letter given up')
      return postpone(db, letter)
    }
    await markSent(db, letter.id)
  }

  async function deliverAll(): Promise<void> {
    while (!stopped) {
      const letter = await claimDueLetter(db)
      if (!letter) return
      await deliver(letter)
    }
  }

  function startRound(): Promise<void> {
    nextRound = undefined
    round = deliverAll().finally(() => (round = undefined))
    return round
  }

  function deliverDue(): Promise<void> {
    if (!round) return startRound()
    // The round under way may have looked already: what came since is for one more.
    nextRound ??= round.then(startRound, startRound)
    return nextRound
  }

  return {
    deliverDue,
    wake() {
      deliverDue().catch((error: unknown) => log.error({ err: error }, 'letters could not be delivered'))
    },
    async stop() {
      stopped = true
      await Promise.allSettled([round, nextRound])
    },
  }
}
