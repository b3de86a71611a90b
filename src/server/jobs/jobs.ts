import type { Db } from '../db/schema'
import type { Postman } from '../mail/postman'
import { deleteOldLetters } from '../mail/queue'
import { deleteExpiredEmailTokens, deleteExpiredSessions } from '../modules/auth/repository'
import type { Job } from './start-jobs'

/** What every installation does in the background. */
export function standingJobs({ db, postman }: { db: Db; postman: Postman }): Job[] {
  return [
    // New letters wake the postman; this finds those that were postponed, and those of a process that died.
    { name: 'deliver letters', everySeconds: 30, run: () => postman.deliverDue() },
    { name: 'clear sessions', everySeconds: 3600, run: () => deleteExpiredSessions(db) },
    { name: 'clear e-mail tokens', everySeconds: 3600, run: () => deleteExpiredEmailTokens(db) },
    { name: 'clear letters', everySeconds: 600, run: () => deleteOldLetters(db) },
  ]
}
