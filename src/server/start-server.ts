import { mkdir } from 'node:fs/promises'
import { createInstallation } from './admin/installation'
import { listenForOperator } from './admin/server-socket'
import { createApp } from './app'
import { type Config, ConfigError, DEMO_FOLDER, type S3Settings } from './config'
import { createClockWatch } from './db/clock-watch'
import type { EmbeddedDatabase } from './db/embedded/embedded-database'
import { hasAccounts } from './db/fitness'
import { openDatabase, openEmbedded } from './db/open-database'
import { DEMO_MODERATOR_EMAIL, DEMO_OWNER_EMAIL, demoAccount, hasDemoAccounts } from './demo/accounts'
import { fillWithDemoContent } from './demo/fill'
import { isOpenToOthers } from './lib/folder-mode'
import { createLog, type Log } from './lib/log'
import { createSecurityLog } from './lib/security-log'
import type { SecretKey } from './lib/token'
import { secretKeyOf } from './lib/secret-key'
import { createJobClaims, startJobs } from './jobs/start-jobs'
import { standingJobs } from './jobs/jobs'
import { createPostman } from './mail/postman'
import { createMailTransport } from './mail/transport'
import { linkPictureFontsFolder } from './media/link-picture'
import { createFilmEncoder, type Ffmpeg, findFfmpeg } from './media/film-encoder'
import { startBooks } from './media/books/books'
import { createMediaLibrary } from './media/media-library'
import { startMediaThreads } from './media/media-threads'
import { createFileChecks } from './media/file-checks'
import { createPictureUpkeep } from './media/picture-upkeep'
import { startPictures } from './media/picture-processes'
import { createMediaRemovals } from './media/removals'
import { makeAllRemovalsDue } from './media/repository'
import { blockLoaders } from './media/sharp-loaders'
import { clearUploads, uploadsFolder } from './media/temporary-room'
import { createRecordingPreparation, WAITING_RECORDINGS } from './modules/archives/recording-preparation'
import { makeAllRecordingsDue } from './modules/archives/repository'
import { readCatalogue } from './modules/catalogue/read-catalogue'
import { startImportThreads } from './modules/imports/import-threads'
import { readLegalDocuments } from './modules/legal/read-documents'
import { findMaintenance } from './modules/operator/repository'
import { createVoicePreparation, makeAllVoicesDue } from './modules/memories/voices'
import type { Tracing } from './plugins/tracing'
import { startRenderThreads } from './pages/render-threads'
import { type FileStore, StoreAway } from './storage/file-store'
import { openStore } from './storage/open-store'
import { openTileFile } from './tiles/tile-file'
import { clearOldTiles } from './tiles/tile-service'

const MAINTENANCE_SECONDS = 900
const TILE_CLEARANCE_SECONDS = 600
const CLOCK_SECONDS = 60
/** Late enough for a process that waits for readiness to have seen it. */
const WARM_UP_AFTER_MS = 500

export interface RunningServer {
  /** Printed for the operator once the server listens. */
  greeting: string
  /** Waits for running requests, then closes everything that they used. */
  stop(): Promise<void>
}

const OPEN_FOLDER =
  'other users of this machine may look into DATA_DIR, where closed pages and their files lie: chmod 700'
const SHIPPED_TEXT = 'LEGAL_DIR lacks a document: the text that comes with the program is shown in its place'

/** Opens the database, the file store and the rest, then listens. When a step fails, what was opened before is closed. */
export async function startServer(
  config: Config,
  options: {
    /** The database in DATA_DIR, if it is opening already: it opens while other things are read. */
    embedded: Promise<EmbeddedDatabase> | undefined
    clientFolder: string | undefined
    rendererFolder: string | undefined
    tracing: Tracing | undefined
    onFailure: (error: Error) => void
  },
): Promise<RunningServer> {
  const { dataDir, site } = config
  const { clientFolder, rendererFolder, tracing } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const log = createLog({ level: config.logLevel })
  const [catalogue, legalDocuments, ffmpeg] = await Promise.all([
    readCatalogue(config.catalogueDir),
    readLegalDocuments(config, (name) => log.warn({ document: `${name}.md` }, SHIPPED_TEXT)),
    ffmpegOf(config),
    checkTileFile(config),
    loadAhead(),
  ])
  // Pictures are decoded in processes of their own.
  blockLoaders()
  if (await isOpenToOthers(dataDir)) log.warn(OPEN_FOLDER)
  log.info(
    { ffmpeg: ffmpeg?.path ?? null },
    ffmpeg ? 'films get posters and copies' : 'there is no ffmpeg: films stay as they came',
  )
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }

  try {
    const { embedded, onFailure } = options
    const database = embedded
      ? await openEmbedded(await embedded, dataDir)
      : await openDatabase(config, onFailure, undefined, log)
    closing.push(() => database.close())
    const { db, changes } = database
    const secretKey = await secretKeyOf(config, () => hasAccounts(db))
    const store = await openStore(config)
    if (config.s3) await checkStore(store, config.s3, log)
    const temporaryFolder = uploadsFolder(dataDir)
    if (!config.databaseUrl) {
      // The embedded database has one process at a time, so a dead process left the unfinished uploads.
      await clearUploads(temporaryFolder)
      await makeAllRemovalsDue(db)
      await makeAllRecordingsDue(db)
      await makeAllVoicesDue(db)
    }
    await mkdir(temporaryFolder, { recursive: true })
    const threads = startMediaThreads()
    closing.push(() => threads.stop())
    const pictures = startPictures({ log })
    closing.push(() => pictures.stop())
    const books = startBooks({ log, store, temporaryFolder })
    closing.push(() => books.stop())
    const importThreads = startImportThreads()
    closing.push(() => importThreads.stop())
    const renderThreads = rendererFolder && config.renderPages ? startRenderThreads({ rendererFolder, log }) : undefined
    closing.push(async () => renderThreads?.stop())
    const removals = createMediaRemovals({ db, store, log })
    closing.push(() => removals.stop())
    const fontsFolder = linkPictureFontsFolder(dataDir)
    const encoder = ffmpeg && createFilmEncoder(ffmpeg)
    const library = createMediaLibrary({
      db,
      store,
      temporaryFolder,
      threads,
      pictures,
      removals,
      fontsFolder,
      encoder,
    })
    if (config.demoContent) {
      await fillWithDemoContent({ db, library, temporaryFolder, secretKey }, DEMO_FOLDER)
    }

    const redis = config.redisUrl
      ? (await import('./lib/redis')).connectRedis(config.redisUrl, log, config.redisCa)
      : undefined
    if (redis) closing.push(async () => redis.disconnect())
    const clockWatch = createClockWatch({ db: database.backgroundDb, log })
    await clockWatch.look()
    const postman = createPostman({
      db,
      transport: createMailTransport(config),
      lettersPerHour: config.lettersPerHour,
      log,
    })

    const app = await createApp({
      config,
      db,
      bulkDb: database.bulkDb,
      changes,
      poolUsage: database.poolUsage,
      clockWatch,
      store,
      library,
      books,
      threads,
      importThreads,
      secretKey,
      catalogue,
      legalDocuments,
      postman,
      preparesFilms: ffmpeg !== undefined,
      log,
      ...(redis && { redis }),
      ...(tracing && { tracing }),
      ...(clientFolder && { clientFolder }),
      ...(renderThreads && { createRenderer: renderThreads.createRenderer }),
    })
    const maintenance = {
      name: 'maintain the database',
      everySeconds: MAINTENANCE_SECONDS,
      run: () => database.maintain(),
    }
    const tileClearance = {
      name: 'clear old map tiles',
      isShared: config.databaseUrl !== undefined,
      everySeconds: TILE_CLEARANCE_SECONDS,
      run: () => clearOldTiles({ dataDir, sharedDb: config.databaseUrl ? database.backgroundDb : undefined }),
    }
    const securityLog = createSecurityLog({ log, secretKey })
    const forPreparation = encoder && { db, store, library, threads, encoder, temporaryFolder, log }
    const films = forPreparation && createRecordingPreparation({ ...forPreparation, queue: WAITING_RECORDINGS })
    const voices = forPreparation && createVoicePreparation(forPreparation)
    const fileChecks = createFileChecks({ db: database.backgroundDb, store, log })
    const jobs = [
      ...standingJobs({
        db: database.backgroundDb,
        postman,
        library,
        removals,
        fileChecks,
        pictureUpkeep: createPictureUpkeep({ db: database.backgroundDb, store, pictures, temporaryFolder }),
        films,
        voices,
        temporaryFolder,
        config,
        secretKey,
        securityLog,
        log,
      }),
      maintenance,
      tileClearance,
      { name: 'watch the clock', everySeconds: CLOCK_SECONDS, run: () => clockWatch.look() },
    ]
    const claims = createJobClaims({ db })
    if (!config.databaseUrl) await claims.startAnew()
    // While people cannot bring anything back, no term may end.
    const mayDestroy = async () => clockWatch.mayDestroy() && !(await findMaintenance(database.backgroundDb))
    closing.push(startJobs(jobs, log, { mayDestroy, claims }))
    // Before the jobs: otherwise the stop would wait until all due letters are sent.
    closing.push(() => postman.stop())
    closing.push(async () => [films, voices, fileChecks].forEach((work) => work?.stop()))
    if (database.copy) {
      const installation = createInstallation({ config, db, store, library, importThreads, postman, secretKey, log })
      closing.push(await listenForOperator(installation, database.copy, log))
    }
    // First, since requests use everything else.
    closing.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    // Spares the first visitor the loading of the renderer.
    const warmUp = setTimeout(() => void app.inject('/').catch(() => undefined), WARM_UP_AFTER_MS)
    closing.push(async () => clearTimeout(warmUp))

    if (config.demoContent && site.publicUrl.startsWith('https:')) {
      log.warn(
        {},
        'demo content is on at a real address: anybody who reads this output can moderate (DEMO_CONTENT=off)',
      )
    }
    const withDemo = config.demoContent && (await hasDemoAccounts(db))
    return {
      greeting: [
        `${site.siteName} is ready at ${site.publicUrl}`,
        ...(clientFolder ? [] : ['The application is not built (npm run build): only the API is served.']),
        ...(withDemo ? demoAccounts(secretKey) : []),
        '',
      ].join('\n'),
      stop: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Undefined if films are not to be copied, or cannot be. */
async function ffmpegOf({ ffmpegPath }: Config): Promise<Ffmpeg | undefined> {
  if (ffmpegPath === 'off') return undefined
  const ffmpeg = await findFfmpeg(ffmpegPath)
  if (ffmpegPath && !ffmpeg)
    throw new ConfigError(`FFMPEG_PATH ${ffmpegPath} is no ffmpeg that can write H.264 and AAC`)
  return ffmpeg
}

/** Report a wrong file at start, not by an empty map. */
async function checkTileFile({ tileFile }: Config): Promise<void> {
  if (!tileFile) return
  try {
    await (await openTileFile(tileFile)).close()
  } catch (error) {
    throw new ConfigError(`TILE_FILE ${tileFile} is no PMTiles file that can be shown: ${(error as Error).message}`)
  }
}

/** An unavailable store does not prevent the start. An error that can only be a wrong setting does. */
async function checkStore(store: FileStore, { bucket, endpoint }: S3Settings, log: Pick<Log, 'error'>): Promise<void> {
  try {
    await store.check()
  } catch (error) {
    if (!(error instanceof StoreAway)) {
      throw new ConfigError(`S3_BUCKET ${bucket} at ${endpoint} cannot be used: ${String(error)}`)
    }
    log.error({ reason: error.message, code: error.code }, 'the file store is away: started without it')
  }
}

function demoAccounts(secretKey: SecretKey): string[] {
  const owner = demoAccount(DEMO_OWNER_EMAIL, secretKey)
  const moderator = demoAccount(DEMO_MODERATOR_EMAIL, secretKey)
  return [
    `Demo owner:     ${owner.email}  ${owner.password}`,
    `Demo moderator: ${moderator.email}  ${moderator.password}`,
  ]
}

/**
 * Loads what only some requests need. Each takes a tenth of a second of the event loop, which would block all requests at the
 * first such one: so it is done before the server listens, while the database thread opens the database.
 */
async function loadAhead(): Promise<void> {
  await import('@simplewebauthn/server')
  await import('zip-stream')
}
