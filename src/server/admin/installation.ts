import type { SecretKey } from '../lib/token'
import { stackInSources } from '../lib/stack-in-sources'
import { mkdir } from 'node:fs/promises'
import { createMemorialAccess } from '../access/memorial'
import { createMemorialTokens } from '../access/memorial-token'
import type { Config } from '../config'
import { hasAccounts } from '../db/fitness'
import type { Db } from '../db/schema'
import { openDatabase } from '../db/open-database'
import type { Log } from '../lib/log'
import { secretKeyOf } from '../lib/secret-key'
import { createSecurityLog } from '../lib/security-log'
import { createLetters } from '../mail/letters'
import type { Postman } from '../mail/postman'
import { linkPictureFontsFolder } from '../media/link-picture'
import { createMediaLibrary, type MediaLibrary } from '../media/media-library'
import { startMediaThreads } from '../media/media-threads'
import { startPictures } from '../media/picture-processes'
import { createMediaRemovals } from '../media/removals'
import { uploadsFolder } from '../media/temporary-room'
import { type ImportThreads, startImportThreads } from '../modules/imports/import-threads'
import { createImportService, type ImportService } from '../modules/imports/service'
import { type ClosingService, createClosingService } from '../modules/memorials/closing-service'
import {
  createOperatorAccounts,
  createPersonExports,
  type OperatorAccounts,
  type PersonExports,
} from '../modules/operator/accounts-service'
import { openStore } from '../storage/open-store'
import type { FileStore } from '../storage/file-store'

/** What commands work with. */
export interface Installation {
  config: Config
  db: Db
  store: FileStore
  accounts: OperatorAccounts
  pages: ClosingService
  imports: ImportService
  people: PersonExports
  /** Wakes the delivery of due letters, if this process delivers any. */
  postman: Pick<Postman, 'wake'>
}

/** Assembles the services that commands need. */
export function createInstallation(parts: {
  config: Config
  db: Db
  store: FileStore
  library: MediaLibrary
  importThreads: ImportThreads
  postman: Pick<Postman, 'wake'>
  secretKey: SecretKey
  log: Pick<Log, 'info'>
}): Installation {
  const { config, db, store, library, importThreads, postman, secretKey, log } = parts
  const securityLog = createSecurityLog({ log, secretKey })
  const letters = createLetters(config.site, secretKey)
  return {
    config,
    db,
    store,
    postman,
    accounts: createOperatorAccounts({ db, library, securityLog, secretKey, dataDir: config.dataDir }),
    imports: createImportService({ db, library, importThreads, temporaryFolder: uploadsFolder(config.dataDir) }),
    people: createPersonExports({
      secretKey,
      db,
      store,
      access: createMemorialAccess({ db, memorialTokens: createMemorialTokens(secretKey) }),
      securityLog,
      publicUrl: config.site.publicUrl,
      temporaryFolder: uploadsFolder(config.dataDir),
    }),
    pages: createClosingService({ library, letters, postman, securityLog }),
  }
}

/**
 * Runs work on the configured installation without a server: its database is PostgreSQL, or an embedded one that no
 * server has open. Files that the work released are removed before it resolves.
 * @throws FolderInUseError when another process has the embedded database
 */
export async function withInstallation<T>(
  config: Config,
  log: Log,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const closing: (() => Promise<unknown>)[] = []
  try {
    const database = await openDatabase(config, giveUp, undefined, log)
    closing.push(() => database.close())
    const { db } = database
    const store = await openStore(config)
    const temporaryFolder = uploadsFolder(config.dataDir)
    await mkdir(temporaryFolder, { recursive: true })
    const threads = startMediaThreads()
    closing.push(() => threads.stop())
    const pictures = startPictures({ log })
    closing.push(() => pictures.stop())
    const importThreads = startImportThreads()
    closing.push(() => importThreads.stop())
    const removals = createMediaRemovals({ db, store, log })
    closing.push(() => removals.stop())
    const fontsFolder = linkPictureFontsFolder(config.dataDir)
    const library = createMediaLibrary({ db, store, temporaryFolder, threads, pictures, removals, fontsFolder })
    const secretKey = await secretKeyOf(config, () => hasAccounts(db))
    const parts = { config, db, store, library, importThreads, postman: NOBODY, secretKey, log }
    const result = await work(createInstallation(parts))
    await removals.settled()
    return result
  } finally {
    for (const step of closing.reverse()) await step()
  }
}

/** The server delivers the letters later. */
const NOBODY = { wake: () => undefined }

/** For a database that fails while a command uses it: nothing can be completed then. */
export function giveUp(error: Error): void {
  process.stderr.write(`The database failed: ${stackInSources(error.stack ?? error.message)}\n`)
  process.exit(1)
}
