import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createMemorialAccess } from '../access/memorial'
import { createMemorialTokens } from '../access/memorial-token'
import type { Config } from '../config'
import type { ChangeFeed } from '../db/change-feed'
import type { Db } from '../db/schema'
import { createAttempts } from '../lib/attempts'
import type { Routes } from '../lib/routes'
import { createSecurityLog } from '../lib/security-log'
import type { SecretKey } from '../lib/token'
import { createLetters } from '../mail/letters'
import type { Postman } from '../mail/postman'
import { createMediaUrls } from '../media/media-urls'
import type { Books } from '../media/books/books'
import type { MediaLibrary } from '../media/media-library'
import type { MediaThreads } from '../media/media-threads'
import { createUploads } from '../media/uploads/uploads'
import { uploadsFolder } from '../media/temporary-room'
import type { FileStore } from '../storage/file-store'
import type { Catalogue } from './catalogue/read-catalogue'
import type { ImportThreads } from './imports/import-threads'
import { editionsInForce, type LegalDocuments } from './legal/read-documents'
import { createPeopleIndex } from './memorials/search/people-index'
import { createCountsOfWords } from './memories/writing'
import { createCandleService } from './remembering/service'

/** What is opened before the application is put together. */
export interface OpenedParts {
  config: Config
  db: Db
  /** For reading whole tables; without it `db` does that too. */
  bulkDb?: Db
  /** Drops cached responses when what they depend on has changed. */
  changes: Pick<ChangeFeed, 'follow'>
  store: FileStore
  library: MediaLibrary
  books: Books
  threads: Pick<MediaThreads, 'drawPlate'>
  importThreads: ImportThreads
  secretKey: SecretKey
  catalogue: Catalogue
  legalDocuments: LegalDocuments
  postman: Pick<Postman, 'wake' | 'check'>
  /** Whether a job of this process makes posters and copies of films. */
  preparesFilms: boolean
  log: Logger
  /** Shares the counts of rate limits between several processes. */
  redis?: Redis
}

/** The opened parts, and what several features share: what each feature is made from. */
export type FeatureContext = ReturnType<typeof createContext>

/** The routes of a feature. */
export interface Feature {
  /** Below /api/v1. */
  api?: Routes[]
  /** The same, for those that also accept form-encoded bodies. */
  forms?: Routes[]
  /** For links in letters, downloads and other programs. */
  outside?: Routes[]
}

/** `stopping` is aborted when the server begins to stop. */
export function createContext(parts: OpenedParts, stopping: AbortSignal) {
  const { config, db, store, library, secretKey, legalDocuments, log, redis } = parts
  const { site, moderatorEmails, newAccount } = config
  const temporaryFolder = uploadsFolder(config.dataDir)
  const limitAttempts = createAttempts(redis && { redis, secretKey })
  return {
    ...parts,
    site,
    moderatorEmails,
    newAccount,
    temporaryFolder,
    limitAttempts,
    countsOfWords: createCountsOfWords(limitAttempts),
    securityLog: createSecurityLog({ log, secretKey }),
    mediaUrls: createMediaUrls(secretKey),
    letters: createLetters(site, secretKey),
    editions: editionsInForce(legalDocuments),
    ...memorialAccess({ db, secretKey }),
    uploads: createUploads({ db, store, library, temporaryFolder, limitAttempts, stopping }),
    people: createPeopleIndex(parts),
    candles: createCandleService({ db, secretKey, limitAttempts, log }),
  }
}

function memorialAccess({ db, secretKey }: { db: Db; secretKey: SecretKey }) {
  const memorialTokens = createMemorialTokens(secretKey)
  return { memorialTokens, access: createMemorialAccess({ db, memorialTokens }) }
}
