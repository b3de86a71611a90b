import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PICTURE_FILE } from '@contract/picture'
import type { MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { emailKey } from '../../lib/mailbox'
import type { SecurityLog } from '../../lib/security-log'
import { type ZipEntry, zipOf } from '../../lib/zip-of'
import type { FileStore } from '../../storage/file-store'
import { findUserByEmail } from '../accounts/user-repository'
import { recordInRegister } from '../audit/register-repository'
import { createPageEntries } from '../exports/page-entries'
import { OperatorError } from './accounts-service'
import {
  findRowsOfPerson,
  listFurtherPictures,
  listPageIdsOf,
  listTrashedFiles,
  type Person,
} from './person-repository'

/** The file contains all personal data of the database. */
const FOR_OWNER_ONLY = 0o600

export type PersonExports = ReturnType<typeof createPersonExports>

/** Exports for people who request their personal data. */
export function createPersonExports(parts: {
  db: Db
  store: FileStore
  access: Pick<MemorialAccess, 'toEdit'>
  securityLog: SecurityLog
  publicUrl: string
  temporaryFolder: string
}) {
  const { db, store, securityLog, temporaryFolder } = parts
  const pages = createPageEntries(parts)

  /** Skips a file that is no longer in the store. */
  async function* fileEntry(name: string, key: string): AsyncGenerator<ZipEntry> {
    const stored = await store.open(key)
    if (stored) yield { path: name, read: () => stored.read() }
  }

  async function* picturesOf(person: Person): AsyncGenerator<ZipEntry> {
    const { portraits, words } = await listFurtherPictures(db, person)
    for (const { id, mediaId } of words) yield* fileEntry(`words/${id}.jpg`, `${mediaId}/${PICTURE_FILE}`)
    for (const { id, mediaId } of portraits) {
      yield* fileEntry(`trash/portrait-${id}.jpg`, `${mediaId}/${PICTURE_FILE}`)
    }
  }

  async function* entriesOf(person: Person, known: Record<string, object[]>): AsyncGenerator<ZipEntry> {
    yield { path: 'person.json', content: Buffer.from(JSON.stringify(known, undefined, 2)) }
    yield* picturesOf(person)
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
      const known = await findRowsOfPerson(db, person)
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
