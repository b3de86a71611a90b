import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Redis } from 'ioredis'
import pino, { type Logger } from 'pino'
import { giveFactor } from './factors'
import { API_BASE_PATH } from '@contract/paths'
import type { User } from '@contract/user'
import { createApp } from '@server/app'
import { type Config, readConfig } from '@server/config'
import type { ChangeFeed } from '@server/db/change-feed'
import { type OpenDatabase, openDatabase } from '@server/db/open-database'
import type { Db } from '@server/db/schema'
import type { Snapshot } from '@server/db/snapshot'
import { connectRedis } from '@server/lib/redis'
import { randomToken, type SecretKey } from '@server/lib/token'
import { linkPictureFontsFolder } from '@server/media/link-picture'
import { startBooks } from '@server/media/books/books'
import type { FilmEncoder } from '@server/media/film-encoder'
import { createMediaLibrary, type MediaLibrary } from '@server/media/media-library'
import { startMediaThreads } from '@server/media/media-threads'
import { createFileChecks, type FileChecks } from '@server/media/file-checks'
import { createPictureUpkeep, type PictureUpkeep } from '@server/media/picture-upkeep'
import { startPictures } from '@server/media/picture-processes'
import { createMediaRemovals, type MediaRemovals } from '@server/media/removals'
import { uploadsFolder } from '@server/media/temporary-room'
import { createMailTransport } from '@server/mail/transport'
import { createPostman, type Postman } from '@server/mail/postman'
import {
  createRecordingPreparation,
  type RecordingPreparation,
  WAITING_RECORDINGS,
} from '@server/modules/archives/recording-preparation'
import { createVoicePreparation } from '@server/modules/memories/voices'
import { readCatalogue } from '@server/modules/catalogue/read-catalogue'
import { type ImportThreads, startImportThreads } from '@server/modules/imports/import-threads'
import type { CreateRenderer } from '@server/pages/render-threads'
import type { FileStore } from '@server/storage/file-store'
import { openStore } from '@server/storage/open-store'
import { databaseOnServices, settingsOnServices } from './services'
import { filesBelow } from './stored-files'
import { legalDocumentsOf } from './worker/legal-documents'
import { modulesAreShared } from './worker/shared-modules'
import { copyEmptyDatabase, DATABASE_WORKER_FILE, lendDatabase } from './worker/test-database'

const MEDIA_WORKER_FILE = path.resolve('dist/server/media-worker.js')
export const PICTURE_WORKER_FILE = path.resolve('dist/server/picture-worker.js')
export const IMPORT_WORKER_FILE = path.resolve('dist/server/import-worker.js')
const BOOK_WORKER_FILE = path.resolve('dist/server/book-worker.js')
export const TEST_PASSWORD = 'Berezka-1945'

/** The whole server without its listening socket, on a real embedded database in a folder of its own, or on TEST_SERVICES. */
export interface TestApp {
  app: FastifyInstance
  db: Db
  /** All current rows. */
  snapshot: () => Promise<Snapshot>
  /** The changes of this process and others. */
  changes: ChangeFeed
  store: FileStore
  library: MediaLibrary
  removals: MediaRemovals
  pictureUpkeep: PictureUpkeep
  fileChecks: FileChecks
  /** Absent unless the test gave a `filmEncoder`. */
  films: RecordingPreparation | undefined
  voices: RecordingPreparation | undefined
  importThreads: ImportThreads
  postman: Postman
  config: Config
  /** Signs what the server issues. */
  secretKey: SecretKey
  dataDir: string
  /** Where rate limits are counted; absent: in this process. */
  redis: Redis | undefined
  /** The size of every file in the store, by its path there. */
  filesInStore: () => Promise<Map<string, number>>
  /** The same, after unused files have been removed. */
  storedFiles: () => Promise<Map<string, number>>
  /** Sends one request to /api/v1; `token` goes into the header as a browser would send it. */
  api(request: InjectOptions & { url: string; token?: string }): Promise<LightMyRequestResponse>
  /** A new account, registered and logged in through the API from an IP address of its own. */
  signUp(options?: { email?: string; verified?: boolean }): Promise<{ user: User; token: string }>
  close(): Promise<void>
}

let accounts = 0

/** Collects the errors that the server logs, and throws them when asked for them. */
function createErrorLog() {
  const lines: string[] = []
  return {
    log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    expectNone() {
      if (lines.length > 0) throw new Error(`The server logged what no test expected:\n${lines.join('')}`)
    },
  }
}

/** An error in the log fails the test file that closes the server, unless the test gave a `log` of its own. */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    log: ownLog,
    filmEncoder: encoder,
    within = tmpdir(),
    ownDatabase = 'DATABASE_URL' in env || !modulesAreShared(),
    ...options
  }: {
    clientFolder?: string
    createRenderer?: CreateRenderer
    log?: Logger
    filmEncoder?: FilmEncoder
    /** The parent of its folder. */
    within?: string
    /**
     * A database that no other app gets afterwards, in DATA_DIR or at DATABASE_URL: for a test that breaks, copies or
     * counts it.
     */
    ownDatabase?: boolean
  } = {},
): Promise<TestApp> {
  const errorLog = createErrorLog()
  const log = ownLog ?? errorLog.log
  const dataDir = await mkdtemp(path.join(within, 'pomnim-test-'))
  const lent = ownDatabase ? undefined : await lendDatabase(databaseOnServices)
  const databaseUrl = lent ? lent.databaseUrl : await databaseOnServices()
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(await settingsOnServices()),
    ...env,
  })
  const database = lent ?? (await openOwn(config))
  const store = await openStore(config)
  const redis = config.redisUrl ? connectRedis(config.redisUrl, log) : undefined
  if (redis) await once(redis, 'ready')
  const postman = createPostman({ db: database.db, transport: createMailTransport(config), log })
  const catalogue = await readCatalogue(config.catalogueDir)
  const legalDocuments = await legalDocumentsOf(config)
  const temporaryFolder = uploadsFolder(dataDir)
  await mkdir(temporaryFolder)
  const threads = startMediaThreads(MEDIA_WORKER_FILE)
  const pictures = startPictures({ log, workerFile: PICTURE_WORKER_FILE })
  const books = startBooks({ log, store, temporaryFolder, workerFile: BOOK_WORKER_FILE })
  const importThreads = startImportThreads({ workerFile: IMPORT_WORKER_FILE })
  const removals = createMediaRemovals({ db: database.db, store, log })
  const library = createMediaLibrary({
    db: database.db,
    store,
    temporaryFolder,
    threads,
    pictures,
    removals,
    fontsFolder: linkPictureFontsFolder(dataDir),
    encoder,
  })
  const { db, changes } = database
  const secretKey = config.secretKey ?? randomToken()
  const parts = {
    config,
    db,
    changes,
    bulkDb: database.bulkDb,
    poolUsage: database.poolUsage,
    store,
    library,
    books,
    threads,
    importThreads,
    secretKey,
    catalogue,
    legalDocuments,
    postman,
    log,
    preparesFilms: !!encoder,
  }
  const app = await createApp({ ...parts, ...options, ...(redis && { redis }) })

  const forPreparation = encoder && { db, store, library, threads, encoder, temporaryFolder, log }
  const films = forPreparation && createRecordingPreparation({ ...forPreparation, queue: WAITING_RECORDINGS })
  const voices = forPreparation && createVoicePreparation(forPreparation)

  const filesInStore = async () =>
    config.s3 ? (await import('./buckets')).filesInBucket(config.s3) : filesBelow(path.join(dataDir, 'media'))
  const api: TestApp['api'] = ({ url, token, headers, ...request }) =>
    app.inject({
      ...request,
      url: `${API_BASE_PATH}${url}`,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    })

  return {
    app,
    db,
    snapshot: () => database.snapshot(),
    changes,
    store,
    library,
    removals,
    pictureUpkeep: createPictureUpkeep({ db: database.db, store, pictures, temporaryFolder }),
    fileChecks: createFileChecks({ db: database.db, store, log }),
    films,
    voices,
    importThreads,
    postman,
    config,
    secretKey,
    dataDir,
    redis,
    filesInStore,
    async storedFiles() {
      await removals.settled()
      return filesInStore()
    },
    api,
    async signUp({ email, verified = true } = {}) {
      const remoteAddress = addressOf(++accounts)
      email ??= `account-${accounts}@example.org`
      const registered = await api({
        method: 'POST',
        url: '/auth/register',
        remoteAddress,
        payload: { email, password: TEST_PASSWORD },
      })
      if (verified) {
        // As if the link of one letter was followed, and the password was set by another.
        const now = new Date()
        await database.db
          .updateTable('users')
          .set({ is_verified: true, verified_at: now, password_set_by_letter_at: now })
          .where('email', '=', email)
          .execute()
      }
      const loggedIn = await api({
        method: 'POST',
        url: '/auth/login',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'password', username: email, password: TEST_PASSWORD }).toString(),
      })
      const { id } = registered.json<User>()
      if (config.moderatorEmails.includes(email.toLowerCase())) await giveFactor(database.db, id)
      return {
        user: { ...registered.json<User>(), is_verified: verified },
        token: loggedIn.json<{ access_token: string }>().access_token,
      }
    },
    async close() {
      films?.stop()
      voices?.stop()
      await app.close()
      await postman.stop()
      await threads.stop()
      redis?.disconnect()
      await removals.stop()
      await pictures.stop()
      await books.stop()
      await importThreads.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      errorLog.expectNone()
    },
  }
}

/** One IP address may make only this many registrations an hour. */
function addressOf(person: number): string {
  return `198.18.${person >> 8}.${person & 255}`
}

function openOwn(config: Config): Promise<OpenDatabase> {
  if (!config.databaseUrl) copyEmptyDatabase(config.dataDir)
  return openDatabase(config, failTheTest, DATABASE_WORKER_FILE)
}

function failTheTest(error: Error): void {
  throw error
}
