import type { Db } from '../db/schema'
import type { Log } from '../lib/log'
import type { MailTransport, QueuedLetter } from './letter'
import { ATTEMPTS_MAX, claimDueLetter, markSent, postpone } from './queue'

export interface Postman {
  /** To be called when a letter was put into the queue. Returns at once: no request waits for the delivery. */
  wake(): void
  /** Delivers all letters that are due. Two calls never overlap. */
  deliverDue(): Promise<void>
  /** Finishes the letter that is being sent. The others wait for the next start. */
  stop(): Promise<void>
}

/** Delivers letters. No transaction is open while one is sent: the embedded database has one connection for everyone. */
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
    // The running round may have read the queue already. One more round sends what came after.
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
