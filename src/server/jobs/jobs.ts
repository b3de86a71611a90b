import type { Config } from '../config'
import type { Db } from '../db/schema'
import type { SecurityLog } from '../lib/security-log'
import { removeOldLetters } from '../mail/outbox'
import { createLetters } from '../mail/letters'
import type { Postman } from '../mail/postman'
import { deleteOldLetters } from '../mail/queue'
import type { MediaRemovals } from '../media/removals'
import { removeOldUploads } from '../media/uploads-folder'
import { deleteOldAudit } from '../modules/audit/repository'
import { deleteForgottenNetworks } from '../modules/auth/known-networks'
import { deleteExpiredEmailTokens, deleteExpiredSessions } from '../modules/auth/repository'
import { createOwnerNotices } from '../modules/memories/owner-notices'
import {
  deleteRejectedMemories,
  deleteUndecidedMemories,
  forgetAddressesOfConsents,
  forgetAuthorsOfDecidedMemories,
} from '../modules/memories/repository'
import { deleteUnverifiedUsers } from '../modules/users/repository'
import type { Job } from './start-jobs'

/** What every installation does in the background. */
export function standingJobs(parts: {
  db: Db
  postman: Postman
  removals: MediaRemovals
  temporaryFolder: string
  config: Pick<Config, 'dataDir' | 'demoContent' | 'site'>
  securityLog: SecurityLog
}): Job[] {
  const { db, postman, removals, temporaryFolder, config, securityLog } = parts
  const notices = createOwnerNotices({ db, postman, letters: createLetters(config.site) })
  return [
    // New letters wake the postman; this finds those that were postponed, and those of a process that died.
    { name: 'deliver letters', everySeconds: 30, run: () => postman.deliverDue() },
    { name: 'clear sessions', everySeconds: 3600, run: () => deleteExpiredSessions(db) },
    { name: 'clear e-mail tokens', everySeconds: 3600, run: () => deleteExpiredEmailTokens(db) },
    { name: 'forget networks', everySeconds: 3600, run: () => deleteForgottenNetworks(db) },
    { name: 'end unverified accounts', everySeconds: 3600, run: () => endUnverifiedAccounts(db, securityLog) },
    { name: 'clear letters', everySeconds: 600, run: () => deleteOldLetters(db) },
    { name: 'destroy rejected memories', everySeconds: 3600, run: () => deleteRejectedMemories(db) },
    { name: 'destroy undecided memories', everySeconds: 3600, run: () => deleteUndecidedMemories(db) },
    { name: 'forget authors', everySeconds: 3600, run: () => forgetAuthorsOfDecidedMemories(db) },
    { name: 'forget where consents came from', everySeconds: 3600, run: () => forgetAddressesOfConsents(db) },
    { name: 'tell owners of waiting words', everySeconds: 300, run: () => notices.tellAllDue() },
    { name: 'clear the account of old deeds', everySeconds: 24 * 3600, run: () => deleteOldAudit(db) },
    { name: 'remove files that are nobody’s', everySeconds: 60, run: () => removals.removeDue() },
    { name: 'remove half-written files', everySeconds: 3600, run: () => removeOldUploads(temporaryFolder) },
    ...(config.demoContent ? [] : [outboxClearance(config.dataDir)]),
  ]
}

async function endUnverifiedAccounts(db: Db, securityLog: SecurityLog): Promise<void> {
  for (const account of await deleteUnverifiedUsers(db)) securityLog.tell('unverified_account_ended', { account })
}

/** Where the content is invented, so are the letters, and they are there to be looked at. */
function outboxClearance(dataDir: string): Job {
  return { name: 'clear the outbox', everySeconds: 3600, run: () => removeOldLetters(dataDir) }
}
