import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PICTURE_FILE } from '@contract/picture'
import type { MemorialAccess } from '../../access/memorial'
import type { NewAccountCredits } from '../../config'
import type { Db } from '../../db/schema'
import { emailKey } from '../../lib/mailbox'
import type { OperatorEvent, SecurityLog } from '../../lib/security-log'
import { hashPassword } from '../../lib/password'
import { randomToken, type SecretKey } from '../../lib/token'
import { type ZipEntry, zipOf } from '../../lib/zip-of'
import { deleteResetTokens, deleteTokensOf, insertEmailToken } from '../accounts/email-token-repository'
import { endSessions } from '../accounts/session-repository'
import {
  findUserByEmail,
  insertUser,
  lockAccount,
  markVerified,
  replacePassword,
  setActive,
  type UserRow,
} from '../accounts/user-repository'
import { recordInRegister } from '../audit/repository'
import type { MediaLibrary } from '../../media/media-library'
import type { FileStore } from '../../storage/file-store'
import { createPageEntries } from '../exports/page-entries'
import { deleteAllFactors, deleteRecovery } from '../factors/repository'
import { createErasure } from '../leaving/erasure'
import { findRowsOfPerson, listFurtherFiles, listPageIdsOf, listTrashedFiles, type Person } from './person-repository'
import { addCredits, type MoreCredits, setSuperuser } from './repository'

/** The operator's request cannot be fulfilled. The message is for the operator. */
export class OperatorError extends Error {}

export type OperatorAccounts = ReturnType<typeof createOperatorAccounts>

/** The operator's actions on accounts, each recorded in the register. Throws OperatorError when there is no such account. */
export function createOperatorAccounts(parts: {
  db: Db
  library: MediaLibrary
  securityLog: SecurityLog
  secretKey: SecretKey
  /** Without a mail server, letters are files there. */
  dataDir: string
}) {
  const { db, securityLog } = parts
  const erasure = createErasure(parts)

  async function found(email: string): Promise<UserRow> {
    const user = await findUserByEmail(db, email)
    if (!user) throw new OperatorError(`no account has the address ${email}`)
    return user
  }

  /** Changes the locked account, and records it. */
  async function change<T>(
    email: string,
    kind: OperatorEvent,
    work: (tx: Db, user: UserRow) => Promise<T>,
  ): Promise<T> {
    const { id } = await found(email)
    const result = await db.transaction().execute(async (tx) => {
      const user = await lockAccount(tx, id)
      if (!user) throw new OperatorError(`no account has the address ${email}`)
      await recordInRegister(tx, kind, { accountId: id })
      return work(tx, user)
    })
    securityLog.record(kind, { account: id, kind: 'operator' })
    return result
  }

  return {
    find: found,

    /**
     * An account whose address the operator vouches for, so that no letter needs to arrive. Returns the token of the link
     * that sets its password.
     */
    async create(email: string, credits: NewAccountCredits, hours: number): Promise<string> {
      const passwordHash = await hashPassword(randomToken())
      const { id, token } = await db.transaction().execute(async (tx) => {
        const user = await insertUser(tx, { email, password_hash: passwordHash, ...credits })
        if (!user) throw new OperatorError(`an account has the address ${email} already`)
        await markVerified(tx, user.id)
        await recordInRegister(tx, 'account_created', { accountId: user.id })
        return { id: user.id, token: await makePasswordLink(tx, user.id, hours) }
      })
      securityLog.record('account_created', { account: id, kind: 'operator' })
      return token
    },

    /** Ends the password, all sessions and earlier links. Returns the token of the link that sets another password. */
    async resetPassword(email: string, hours: number): Promise<string> {
      const passwordHash = await hashPassword(randomToken())
      return change(email, 'password_link_made', async (tx, user) => {
        const { id, is_active: isActive, is_verified: isVerified } = user
        if (!isActive)
          throw new OperatorError('it is blocked (account unblock) or deleted: such an account gets no links')
        if (!isVerified) {
          throw new OperatorError(
            'its address was never confirmed: account erase, and account create if you know the holder',
          )
        }
        await replacePassword(tx, user, passwordHash)
        await endSessions(tx, id)
        await deleteResetTokens(tx, id)
        return makePasswordLink(tx, id, hours)
      })
    },

    /** Ends its sessions and prevents sign-ins until unblocked. Its pages stay. A deleted account loses its way back. */
    block: (email: string): Promise<void> =>
      change(email, 'account_blocked', async (tx, { id }) => {
        await setActive(tx, id, false)
        await endSessions(tx, id)
        await deleteTokensOf(tx, id, ['return'])
      }),

    unblock: (email: string): Promise<void> =>
      change(email, 'account_unblocked', (tx, { id, leaves_at: leavesAt }) => {
        if (leavesAt)
          throw new OperatorError(`its holder deleted it: it will be destroyed at ${leavesAt.toISOString()}`)
        return setActive(tx, id, true)
      }),

    credit: (email: string, more: MoreCredits): Promise<UserRow> =>
      change(email, 'account_credited', (tx, { id }) => addCredits(tx, id, more)),

    /** Independent of MODERATOR_EMAILS: a moderator named here stays one. */
    setModerator: (email: string, isModerator: boolean): Promise<void> =>
      change(email, isModerator ? 'moderator_named' : 'moderator_dismissed', (tx, { id }) =>
        setSuperuser(tx, id, isModerator),
      ),

    /** For a holder who has lost all factors. Also ends all sessions: they may not be the holder's. */
    removeFactors: (email: string): Promise<void> =>
      change(email, 'factors_removed', async (tx, { id }) => {
        await deleteAllFactors(tx, id)
        await deleteRecovery(tx, id)
        await endSessions(tx, id)
      }),

    /** Destroys an account at once (see `createErasure`), also one that its holder deleted. Returns the number of pages. */
    async erase(email: string): Promise<{ accountId: number; pages: number }> {
      const user = await found(email)
      return { accountId: user.id, pages: await erasure.erase(user, 'operator') }
    },
  }
}

async function makePasswordLink(tx: Db, userId: number, hours: number): Promise<string> {
  const token = randomToken()
  await insertEmailToken(tx, { userId, purpose: 'reset', token, seconds: hours * 3600 })
  return token
}

/** The file contains all personal data of the database. */
const FOR_OWNER_ONLY = 0o600

export type PersonExports = ReturnType<typeof createPersonExports>

/** Exports for people who request their personal data. */
export function createPersonExports(parts: {
  db: Db
  store: FileStore
  access: Pick<MemorialAccess, 'toEdit'>
  securityLog: SecurityLog
  secretKey: SecretKey
  publicUrl: string
  temporaryFolder: string
}) {
  const { db, store, securityLog, secretKey, temporaryFolder } = parts
  const pages = createPageEntries(parts)

  /** Skips a file that is no longer in the store. */
  async function* fileEntry(name: string, key: string): AsyncGenerator<ZipEntry> {
    const stored = await store.open(key)
    if (stored) yield { path: name, read: () => stored.read() }
  }

  async function* furtherFilesOf(person: Person): AsyncGenerator<ZipEntry> {
    const { portraits, words, voices, stories } = await listFurtherFiles(db, person)
    for (const { id, mediaId } of words) yield* fileEntry(`words/${id}.jpg`, `${mediaId}/${PICTURE_FILE}`)
    for (const { id, mediaId, fileName } of voices) {
      yield* fileEntry(`words/${id}-voice${path.extname(fileName)}`, `${mediaId}/${fileName}`)
    }
    for (const { id, photo_ids: photos, voice_id: voice, voice_file: file } of stories) {
      for (const [nth, photo] of photos.entries()) {
        yield* fileEntry(`stories/${id}-${nth + 1}.jpg`, `${photo}/${PICTURE_FILE}`)
      }
      if (voice && file) yield* fileEntry(`stories/${id}-voice${path.extname(file)}`, `${voice}/${file}`)
    }
    for (const { id, mediaId } of portraits) {
      yield* fileEntry(`trash/portrait-${id}.jpg`, `${mediaId}/${PICTURE_FILE}`)
    }
  }

  async function* entriesOf(person: Person, known: Record<string, object[]>): AsyncGenerator<ZipEntry> {
    yield { path: 'person.json', content: Buffer.from(JSON.stringify(known, undefined, 2)) }
    yield* furtherFilesOf(person)
    const { accountId } = person
    if (accountId === undefined) return
    for (const { id, media_id: mediaId, file_name: name } of await listTrashedFiles(db, accountId)) {
      yield* fileEntry(`trash/${id}${path.extname(name)}`, `${mediaId}/${name}`)
    }
    const ids = await listPageIdsOf(db, accountId)
    if (ids.length === 0) return
    for await (const entry of pages.all(accountId, ids)) yield { ...entry, path: `pages/${entry.path}` }
  }

  return {
    /**
     * Writes a ZIP into a new file in the temporary folder and returns its name: person.json with the rows about the person by
     * table, their pictures and recordings, and in `pages` the pages that they own or keep, as keepers export them. Records the
     * export in the register.
     * @throws OperatorError when nothing is known about this e-mail
     */
    async write(email: string): Promise<{ file: string; rows: Record<string, number> }> {
      const accountId = (await findUserByEmail(db, email))?.id
      const person: Person = { emailKey: emailKey(email), accountId }
      const known = await findRowsOfPerson(db, secretKey, person)
      if (Object.keys(known).length === 0) throw new OperatorError(`nothing is known of ${email}`)
      const file = path.join(temporaryFolder, `person-${randomUUID()}.zip`)
      try {
        await pipeline(zipOf(entriesOf(person, known)), createWriteStream(file, { mode: FOR_OWNER_ONLY, flags: 'wx' }))
        await recordInRegister(db, 'person_exported', { accountId: accountId ?? null })
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
      securityLog.record('person_exported', { account: accountId, kind: 'operator' })
      const rows = Object.fromEntries(Object.entries(known).map(([table, found]) => [table, found.length]))
      return { file, rows }
    },
  }
}
