import { moscowDay } from '@contract/days'
import type { Config } from '../config'
import { deleteOldChanges } from '../db/change-log'
import { BACKGROUND_CONNECTIONS } from '../db/pool-settings'
import type { Db } from '../db/schema'
import { createSemaphore } from '../lib/semaphore'
import type { Log } from '../lib/log'
import type { SecurityLog } from '../lib/security-log'
import type { SecretKey } from '../lib/token'
import { keyAddressHashes } from '../mail/address-hashes'
import { deleteOldLetters, reportHeldLetters } from '../mail/queue'
import { createLetters } from '../mail/letters'
import { removeOldOutboxFiles } from '../mail/transport'
import type { Postman } from '../mail/postman'
import type { MediaLibrary } from '../media/media-library'
import type { FileChecks } from '../media/file-checks'
import type { PictureUpkeep } from '../media/picture-upkeep'
import type { MediaRemovals } from '../media/removals'
import { removeOldUploads } from '../media/temporary-room'
import { createAccessNotices } from '../modules/access-requests/service'
import { deleteOldAccessRequests } from '../modules/access-requests/repository'
import { deleteExpiredEmailTokens } from '../modules/accounts/email-token-repository'
import { deleteExpiredSessions } from '../modules/accounts/session-repository'
import { deleteUnverifiedUsers } from '../modules/accounts/user-repository'
import type { RecordingPreparation } from '../modules/archives/recording-preparation'
import { destroyOldItems } from '../modules/archives/trash'
import { createProposalNotices, destroyDueProposals } from '../modules/proposals/service'
import { createOverwritingNotices } from '../modules/history/notices'
import { deleteOldRevisions } from '../modules/history/repository'
import { deleteOldAudit } from '../modules/audit/repository'
import { deleteForgottenNetworks } from '../modules/auth/sign-in'
import { deleteCandlesBefore } from '../modules/remembering/repository'
import { deleteExpiredInvitations } from '../modules/keepers/repository'
import { createAbsenceLetters } from '../modules/leaving/absence'
import { createErasure, destroyLeftAccounts } from '../modules/leaving/erasure'
import { destroyOldMemorials } from '../modules/memorials/trash'
import { deleteOldHandOvers } from '../modules/undoing/repository'
import { destroyDueMemories } from '../modules/memories/trash'
import { createKeeperNotices } from '../modules/memories/writing'
import { forgetAddressesOfConsents, forgetAuthorsOfDecidedMemories } from '../modules/memories/repository'
import { createLaterQuestions } from '../modules/questions/asking'
import { forgetAskedAddresses } from '../modules/questions/repository'
import { destroyOldStories } from '../modules/questions/stories'
import { createRelationNotices } from '../modules/relations/service'
import { deleteOldRelationRequests } from '../modules/relations/repository'
import { createRecoveryLetters } from '../modules/factors/recovery'
import { deleteExpiredRecoveries, deleteExpiredSteps } from '../modules/factors/repository'
import { createReminders } from '../modules/remembering/service'
import { deleteOldReports, deleteReportsOfNothing } from '../modules/reports/repository'
import type { Job } from './start-jobs'

const HOUR = 3600

/** The background jobs of every installation. */
export function standingJobs(parts: {
  db: Db
  postman: Postman
  library: MediaLibrary
  removals: MediaRemovals
  pictureUpkeep: PictureUpkeep
  fileChecks: FileChecks
  /** Absent without ffmpeg. */
  films?: RecordingPreparation | undefined
  voices?: RecordingPreparation | undefined
  temporaryFolder: string
  config: Pick<Config, 'dataDir' | 'demoContent' | 'lettersPerHour' | 'site'>
  secretKey: SecretKey
  securityLog: SecurityLog
  log: Pick<Log, 'warn'>
}): Job[] {
  const {
    db,
    postman,
    library,
    removals,
    pictureUpkeep,
    fileChecks,
    films,
    voices,
    temporaryFolder,
    config,
    secretKey,
    securityLog,
    log,
  } = parts
  const letters = createLetters(config.site, secretKey)
  const notices = createKeeperNotices({ db, postman, letters })
  const accessNotices = createAccessNotices({ db, postman, letters })
  const relationNotices = createRelationNotices({ db, postman, letters })
  const proposalNotices = createProposalNotices({ db, postman, letters })
  const overwritingNotices = createOverwritingNotices({ db, postman, letters })
  const laterQuestions = createLaterQuestions({ db, postman, letters, secretKey })
  const reminders = createReminders({ db, postman, letters })
  const absenceLetters = createAbsenceLetters({ db, postman, letters })
  const recoveryLetters = createRecoveryLetters({ db, postman, letters })
  const erasure = createErasure({ db, library, securityLog, secretKey, dataDir: config.dataDir })
  // All jobs start at once, and the first run over a large table takes minutes. Without a queue the others would time out
  // while they wait for a connection, and run again only after an hour or a day.
  const runLimited = createSemaphore(BACKGROUND_CONNECTIONS, Infinity)
  const onDatabase = (name: string, everySeconds: number, work: () => Promise<unknown>): Job => ({
    name,
    everySeconds,
    isShared: true,
    run: () => runLimited(work),
  })
  const destroying = (...job: Parameters<typeof onDatabase>): Job => ({ ...onDatabase(...job), destroys: true })
  return [
    // New letters are sent at once. This job sends letters that were postponed, or that a dead process left behind.
    { name: 'deliver letters', everySeconds: 30, run: () => postman.deliverDue() },
    onDatabase('key hashes of addresses', HOUR, () => keyAddressHashes(db, secretKey)),
    onDatabase('report held letters', 300, () => reportHeldLetters(db, { lettersPerHour: config.lettersPerHour, log })),
    destroying('clear sessions', HOUR, () => deleteExpiredSessions(db)),
    destroying('clear steps of sign-ins', HOUR, () => deleteExpiredSteps(db)),
    // After 72 hours; it also waits while the clock is in doubt.
    destroying('write to who has lost all factors', 300, () => recoveryLetters.sendAllDue()),
    destroying('end links of lost factors', HOUR, () => deleteExpiredRecoveries(db)),
    destroying('clear e-mail tokens', HOUR, () => deleteExpiredEmailTokens(db)),
    destroying('clear invitations', HOUR, () => deleteExpiredInvitations(db)),
    destroying('forget former owners', HOUR, () => deleteOldHandOvers(db)),
    destroying('destroy old requests to be let in', HOUR, () => deleteOldAccessRequests(db)),
    onDatabase('tell keepers of requests to be let in', 60, () => accessNotices.sendAllDue()),
    onDatabase('tell keepers of requests to name a relative', 60, () => relationNotices.sendAllDue()),
    destroying('destroy old requests to name a relative', HOUR, () => deleteOldRelationRequests(db)),
    onDatabase('tell keepers of proposals', 60, () => proposalNotices.sendAllDue()),
    destroying('destroy old proposals', HOUR, () => destroyDueProposals({ db, library })),
    onDatabase('tell keepers of replaced texts', HOUR, () => overwritingNotices.sendAllDue()),
    onDatabase('remind of days', 900, () => reminders.sendAllDue()),
    destroying('forget who lit candles', HOUR, () => deleteCandlesBefore(db, moscowDay())),
    destroying('destroy old reports', HOUR, () => deleteOldReports(db)),
    onDatabase('destroy reports of no page', 60, () => deleteReportsOfNothing(db)),
    destroying('forget networks', HOUR, () => deleteForgottenNetworks(db)),
    destroying('end unverified accounts', HOUR, () => endUnverifiedAccounts(db, securityLog)),
    destroying('write for accounts whose holders are away', 900, () => absenceLetters.sendAllDue()),
    destroying('destroy left accounts', 600, () => destroyLeftAccounts(db, erasure)),
    destroying('destroy pages of the trash', HOUR, () => destroyOldMemorials({ db, library, securityLog })),
    destroying('destroy archive items of the trash', HOUR, () => destroyOldItems({ db, library })),
    destroying('destroy words of the trash', HOUR, () => destroyDueMemories({ db, library }, 'trashed')),
    destroying('destroy old stories', HOUR, () => destroyOldStories({ db, library })),
    destroying('ask again', 900, () => laterQuestions.sendAllDue()),
    destroying('forget who was asked', HOUR, () => forgetAskedAddresses(db)),
    destroying('forget old revisions', HOUR, () => deleteOldRevisions(db)),
    destroying('clear letters', 600, () => deleteOldLetters(db)),
    destroying('destroy rejected memories', HOUR, () => destroyDueMemories({ db, library }, 'rejected')),
    destroying('destroy undecided memories', HOUR, () => destroyDueMemories({ db, library }, 'undecided')),
    destroying('forget authors', HOUR, () => forgetAuthorsOfDecidedMemories(db)),
    destroying('forget where consents came from', HOUR, () => forgetAddressesOfConsents(db)),
    destroying('clear the log of changes', 600, () => deleteOldChanges(db)),
    onDatabase('tell owners of waiting words', 300, () => notices.sendAllDue()),
    destroying('delete old audit entries', 24 * HOUR, () => deleteOldAudit(db)),
    { name: 'remove files that are nobody’s', everySeconds: 60, run: () => removals.removeDue() },
    onDatabase('look at old pictures', 60, () => pictureUpkeep.run()),
    // Outside the queue of the others, like films: it reads for long, and its statements are short.
    { name: 'check stored files', everySeconds: HOUR, isShared: true, run: () => fileChecks.run() },
    // Outside the queue of the others: a long film takes hours.
    ...(films ? [{ name: 'prepare films', everySeconds: 15, run: () => films.run() }] : []),
    ...(voices ? [{ name: 'prepare voices', everySeconds: 5, run: () => voices.run() }] : []),
    {
      name: 'remove half-written files',
      everySeconds: HOUR,
      destroys: true,
      run: () => removeOldUploads(temporaryFolder),
    },
    ...(config.demoContent ? [] : [outboxClearance(config.dataDir)]),
  ]
}

async function endUnverifiedAccounts(db: Db, securityLog: SecurityLog): Promise<void> {
  for (const account of await deleteUnverifiedUsers(db)) securityLog.record('unverified_account_ended', { account })
}

/** Not for demo content: its letters are there to be read. */
function outboxClearance(dataDir: string): Job {
  return { name: 'clear the outbox', everySeconds: HOUR, destroys: true, run: () => removeOldOutboxFiles(dataDir) }
}
