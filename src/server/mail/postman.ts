import { setTimeout as pause } from 'node:timers/promises'
import { listKeeperEmails } from '../access/repository'
import type { Db } from '../db/schema'
import type { Log } from '../lib/log'
import { outsideRequests } from '../lib/request-origin'
import { type Letter, LetterRefused, MailServerAway, type MailTransport, type QueuedLetter } from './letter'
import {
  ATTEMPTS_MAX,
  claimDueLetter,
  enqueueLetter,
  giveUp,
  LETTERS_AT_ONCE,
  markSent,
  postpone,
  release,
} from './queue'
import { type LockedPage, lockPageToNotifyOf, recordPageLetter } from './repository'

/**
 * For deliveries in progress at shutdown; then they are cut off, and are due again at once. With the five seconds for a
 * proxy (stopping.ts) the whole stop takes less than the ten after which `docker stop` kills.
 */
const STOP_WITHIN_MS = 2_000
/** For the database to record that. */
const RELEASE_WITHIN_MS = 500
/** More than any mail server accepts. */
const UNLIMITED = 1_000_000

export interface Postman {
  /** Call it after a letter was enqueued. Returns at once: no request waits for the delivery. */
  wake(): void
  /** Delivers all due letters, several at once. */
  deliverDue(): Promise<void>
  /** Rejects while the mail server cannot be reached, as the last attempt to send a letter showed. */
  check(): Promise<void>
  /** Finishes the deliveries in progress, for a moment. The other letters wait for the next start. */
  stop(): Promise<void>
}

/** Delivers letters. No transaction is open during a delivery: the embedded database has a single connection. */
export function createPostman({
  db,
  transport,
  lettersPerHour = UNLIMITED,
  log,
}: {
  db: Db
  transport: MailTransport
  /** The limit for unsolicited letters. */
  lettersPerHour?: number
  log: Pick<Log, 'error'>
}): Postman {
  /** Deliveries by the id of their letter. */
  const underWay = new Map<number, Promise<void>>()
  let looking: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let isCutOff = false
  let away: MailServerAway | undefined

  async function deliver(letter: QueuedLetter): Promise<void> {
    const { id, attempts } = letter
    try {
      await transport.send(letter)
      away = undefined
    } catch (error) {
      if (isCutOff) return release(db, letter)
      away = error instanceof MailServerAway ? error : undefined
      const isRefused = error instanceof LetterRefused
      const details = { err: away || isRefused ? (error as Error).cause : error, letter: id, attempts }
      if (isRefused) {
        log.error(details, 'letter refused for good')
        return giveUp(db, id)
      }
      log.error(details, attempts < ATTEMPTS_MAX ? 'letter postponed' : 'letter given up')
      return postpone(db, letter)
    }
    await markSent(db, id)
  }

  function start(letter: QueuedLetter): void {
    const delivery = deliver(letter)
      .catch((error: unknown) =>
        log.error({ err: error, letter: letter.id }, 'it is not known what became of a letter'),
      )
      .finally(() => underWay.delete(letter.id))
    underWay.set(letter.id, delivery)
  }

  /** Takes letters from the queue until none is due, one after the other, so that the oldest is sent first. */
  async function takeAll(): Promise<void> {
    try {
      while (isWoken && !isStopped) {
        isWoken = false
        for (let letter = await next(); letter; letter = await next()) start(letter)
      }
    } finally {
      looking = undefined
    }
  }

  async function next(): Promise<QueuedLetter | undefined> {
    while (underWay.size >= LETTERS_AT_ONCE) await Promise.race(underWay.values())
    return isStopped ? undefined : claimDueLetter(db, lettersPerHour, [...underWay.keys()])
  }

  async function settled(): Promise<void> {
    await looking?.catch(() => undefined)
    await Promise.all(underWay.values())
  }

  async function deliverDue(): Promise<void> {
    // A running loop may have checked before the newest letter arrived, so it must check again.
    isWoken = true
    looking ??= takeAll()
    await looking
    await Promise.all(underWay.values())
  }

  return {
    deliverDue,
    wake() {
      // It also delivers the letters of other requests, so the limits of the waking request must not apply.
      outsideRequests(deliverDue).catch((error: unknown) => log.error({ err: error }, 'letters could not be delivered'))
    },
    check: () => (away ? Promise.reject(away) : Promise.resolve()),
    async stop() {
      isStopped = true
      await Promise.race([settled(), pause(STOP_WITHIN_MS, undefined, { ref: false })])
      isCutOff = true
      transport.close?.()
      await Promise.race([settled(), pause(RELEASE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** Requests of one kind about which keepers are notified by letter. */
export interface RequestsToNotifyOf {
  /** Ids of the pages for which a letter is due. */
  listPages(db: Db): Promise<number[]>
  /** Marks the pending requests as notified. Returns their number. */
  markNotified(tx: Db, memorialId: number): Promise<number>
  letterOf: (page: LockedPage) => Letter
}

/** Notifies keepers about requests: at most one letter an hour for each page, for all kinds of requests together. */
export function createPageNotices(parts: { db: Db; postman: Pick<Postman, 'wake'>; requests: RequestsToNotifyOf }) {
  const { db, postman, requests } = parts

  /**
   * False when another process has notified them since the list was read, or there is no recipient: then the request
   * waits until an owner who deleted the account returns.
   */
  async function notifyOf(tx: Db, memorialId: number): Promise<boolean> {
    const page = await lockPageToNotifyOf(tx, memorialId)
    const emails = page ? await listKeeperEmails(tx, page.id) : []
    if (!page || emails.length === 0 || (await requests.markNotified(tx, page.id)) === 0) return false
    await recordPageLetter(tx, page.id)
    for (const email of emails) {
      await enqueueLetter(tx, email, requests.letterOf(page), { memorialId: page.id })
    }
    return true
  }

  return {
    /** Notifies all keepers for whom a letter is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const id of await requests.listPages(db)) {
        hasWritten = (await db.transaction().execute((tx) => notifyOf(tx, id))) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
