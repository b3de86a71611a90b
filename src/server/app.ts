import type { SecretKey } from './lib/token'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { API_BASE_PATH } from '@contract/paths'
import { addScreens } from './add-screens'
import { accountAccess } from './access/account'
import { createMemorialAccess } from './access/memorial'
import { createPinTokens } from './access/pin-token'
import type { Config } from './config'
import { metricsOf } from './figures'
import { partChecks } from './part-checks'
import type { ChangeFeed } from './db/change-feed'
import type { ClockWatch } from './db/clock-watch'
import type { PoolUsage } from './db/open-database'
import type { Db } from './db/schema'
import { createAttempts } from './lib/attempts'
import { createRequestLog } from './lib/request-log'
import { nextRequestId } from './lib/request-ids'
import { duringRequest, originOf } from './lib/request-origin'
import { RELEASE } from './lib/release'
import { addRoutes } from './lib/routes'
import { createSecurityLog } from './lib/security-log'
import { createLetters } from './mail/letters'
import type { Postman } from './mail/postman'
import { createMediaAddresses } from './media/address'
import type { Books } from './media/books/books'
import type { MediaLibrary } from './media/media-library'
import { receivedForms } from './media/received-form'
import { mediaRoutes } from './media/routes'
import { createUploads } from './media/uploads/uploads'
import { uploadsFolder } from './media/uploads-folder'
import { accessRequestRoutes } from './modules/access-requests/routes'
import { createAccessRequestService } from './modules/access-requests/service'
import { archiveRoutes } from './modules/archives/routes'
import { createArchiveService } from './modules/archives/service'
import { createArchiveTrash } from './modules/archives/trash'
import { authRoutes } from './modules/auth/routes'
import { createAuthService } from './modules/auth/service'
import { createFactors } from './modules/factors/service'
import { factorRoutes } from './modules/factors/routes'
import { bookRoutes } from './modules/books/routes'
import { createBookService } from './modules/books/service'
import { exportDownloadRoutes, exportRoutes } from './modules/exports/routes'
import { createExportService } from './modules/exports/service'
import { burialRoutes } from './modules/burial/routes'
import { createBurialService } from './modules/burial/service'
import type { ImportThreads } from './modules/imports/import-threads'
import { importRoutes } from './modules/imports/routes'
import { leavingRoutes } from './modules/leaving/routes'
import { createLeavingService } from './modules/leaving/service'
import { keeperRoutes } from './modules/keepers/routes'
import { createKeeperService } from './modules/keepers/service'
import { geocoderRoutes } from './modules/geocoder/routes'
import { createGeocoderService } from './modules/geocoder/service'
import { calendarFeedRoutes, calendarRoutes } from './modules/calendars/routes'
import { createCalendarService } from './modules/calendars/service'
import type { Catalogue } from './modules/catalogue/read-catalogue'
import { catalogueRoutes } from './modules/catalogue/routes'
import { consentRoutes } from './modules/consents/routes'
import { createConsentService } from './modules/consents/service'
import { editionsInForce, type LegalDocuments } from './modules/legal/read-documents'
import { legalRoutes } from './modules/legal/routes'
import { letterRoutes, oneClickRoutes } from './modules/letters/routes'
import { createLetterService } from './modules/letters/service'
import { linkPictureRoutes } from './modules/link-pictures/routes'
import { createLinkPictureService } from './modules/link-pictures/service'
import { createMemorialChangeService } from './modules/memorials/change-service'
import { createClosingService } from './modules/memorials/closing-service'
import { memorialOwnerRoutes } from './modules/memorials/owner-routes'
import { createPinService } from './modules/memorials/pin-service'
import { plateSheetRoutes } from './modules/memorials/plate-sheet-routes'
import { createPlateSheetService } from './modules/memorials/plate-sheets'
import { createPlateService } from './modules/memorials/plates'
import { createPortraits } from './modules/memorials/portraits'
import { createMemorialPresentation } from './modules/memorials/presentation'
import { memorialRoutes } from './modules/memorials/routes'
import { createCardCache } from './modules/memorials/card-cache'
import { createMemorialService } from './modules/memorials/service'
import { createMemorialTrash } from './modules/memorials/trash'
import { memorialTrashRoutes } from './modules/memorials/trash-routes'
import { createPeopleIndex } from './modules/memorials/search/people-index'
import { memorialVisitorRoutes } from './modules/memorials/visitor-routes'
import { answerRoutes } from './modules/memories/answer-routes'
import { createAnswers } from './modules/memories/answers'
import { createMemoryPresentation } from './modules/memories/presentation'
import { memoryRoutes } from './modules/memories/routes'
import { createMemoryService } from './modules/memories/service'
import { createMemoryTrash } from './modules/memories/trash'
import { memoryTrashRoutes } from './modules/memories/trash-routes'
import { promoCodeRoutes } from './modules/promo-codes/routes'
import { createPromoCodeService } from './modules/promo-codes/service'
import { relationRoutes } from './modules/relations/routes'
import { createRelationService } from './modules/relations/service'
import { candleRoutes, reminderRoutes } from './modules/remembering/routes'
import { createRemembering } from './modules/remembering/service'
import { reportRoutes } from './modules/reports/routes'
import { createReportService } from './modules/reports/service'
import { undoRoutes } from './modules/undoing/routes'
import { emailRoutes, sessionRoutes, userRoutes } from './modules/users/routes'
import { createEmailService, createSessionService, createUserService } from './modules/users/service'
import type { CreateRenderer } from './pages/render-threads'
import { searchEngineRoutes } from './pages/search-engines'
import { bodies, BODY_MAX_BYTES } from './plugins/bodies'
import { callRates } from './plugins/call-rates'
import { caching, createCachedResponses, cachedResponses, readQuery } from './plugins/caching'
import {
  answerBrokenRequest,
  HEADER_LIMITS,
  KEEP_ALIVE_MS,
  limitedConnections,
  socketRefusals,
} from './plugins/connections'
import { contract } from './plugins/contract'
import { answerUnroutablePath, errors } from './plugins/errors'
import { createFront } from './plugins/front'
import { healthRoutes } from './plugins/health'
import { openapi } from './plugins/openapi'
import { refusedRequests } from './plugins/refused-requests'
import { requestLines } from './plugins/request-lines'
import { slowClients, REQUEST_MS } from './plugins/slow-clients'
import { stopping } from './plugins/stopping'
import type { Tracing } from './plugins/tracing'
import { securityHeaders, securityHeadersOf } from './plugins/security-headers'
import { trustedHops, unexpectedProxy } from './plugins/unexpected-proxy'
import type { FileStore } from './storage/file-store'
import { tileRoutes } from './tiles/routes'
import { createTileService } from './tiles/tile-service'

export interface AppParts {
  config: Config
  db: Db
  /** For reading whole tables; without it `db` does that too. */
  bulkDb?: Db
  /** Drops cached responses when what they depend on has changed. */
  changes: Pick<ChangeFeed, 'follow'>
  poolUsage: () => PoolUsage
  /** Knows whether the clock can be trusted. */
  clockWatch?: ClockWatch
  store: FileStore
  library: MediaLibrary
  books: Books
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
  /** The built application; without it only the API is served. */
  clientFolder?: string
  /** Creates the renderer; without it pages are empty, and the browser renders them. */
  createRenderer?: CreateRenderer
  /** Where request traces are sent. */
  tracing?: Pick<Tracing, 'requests'>
}

/** Wires everything without listening, so that tests inject requests. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, changes, store, library, books, importThreads } = parts
  const { secretKey, catalogue, legalDocuments, postman, preparesFilms, log, redis } = parts
  const { moderatorEmails, newAccount } = config
  const headers = securityHeadersOf(config)
  const refuse = socketRefusals(headers)
  const front = createFront({ ...HEADER_LIMITS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS })
  const fastifyLog: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance: fastifyLog,
    genReqId: nextRequestId,
    // Fastify's lines would hold IP addresses and names: those of plugins/request-lines.ts hold neither.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedHops(config.trustProxy),
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: readQuery },
    frameworkErrors: answerUnroutablePath(headers),
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are served, as long as it listens.
    return503OnClosing: false,
    // Its ten seconds would also apply to closing: a request that STOP_PATIENCE allows longer would be cut off.
    pluginTimeout: 0,
    serverFactory: front.serverFactory,
    clientErrorHandler: answerBrokenRequest(refuse),
  })

  const people = createPeopleIndex(parts)
  const metrics = await metricsOf({ ...parts, people })
  if (parts.tracing) await app.register(parts.tracing.requests, { front })
  await app.register(requestLines, { front, requestLog: createRequestLog(log), onAnswered: metrics?.onAnswered })
  if (metrics) app.addHook('onRequest', metrics.onRequest)
  const stop = new AbortController()
  await app.register(stopping, { front, settings: config, onStopping: () => stop.abort() })
  await app.register(limitedConnections, { max: config.maxConnections, trustProxy: config.trustProxy, front, headers })
  await app.register(slowClients, { front, refuse })
  await app.register(unexpectedProxy, { trustProxy: config.trustProxy })
  const answers = createCachedResponses(changes)
  await app.register(cachedResponses, { answers, headers, front })
  await app.register(errors)
  await app.register(bodies)
  await app.register(contract)
  await app.register(securityHeaders, { headers })
  await app.register(openapi, { siteName: config.site.siteName, version: RELEASE })

  const temporaryFolder = uploadsFolder(config.dataDir)
  const addresses = createMediaAddresses(secretKey)
  const letters = createLetters(config.site, secretKey)
  const limitAttempts = createAttempts(redis && { redis, secretKey })
  const securityLog = createSecurityLog({ log, secretKey })
  await app.register(refusedRequests, { securityLog })
  const forAccounts = { db, letters, postman, limitAttempts, securityLog, editions: editionsInForce(legalDocuments) }
  const subscriptions = createLetterService({ db, secretKey, securityLog })
  const factors = createFactors({ ...forAccounts, secretKey, site: config.site, moderatorEmails })
  const auth = createAuthService({ ...forAccounts, ...factors, secretKey, moderatorEmails, newAccount })
  const pinTokens = createPinTokens(secretKey)
  const access = createMemorialAccess({ db, pinTokens })
  const pins = createPinService({ db, pinTokens, letters, postman, limitAttempts, securityLog })
  const plates = createPlateService({ limitAttempts, site: config.site })
  const presentation = createMemorialPresentation(addresses)
  const portraits = createPortraits({ db, library })
  app.addHook('onClose', () => people.stop())
  const cards = createCardCache({ db, changes, presentation })
  const { candles, reminders } = createRemembering({ db, secretKey, limitAttempts, log })
  const memorials = createMemorialService({ db, people, cards, library, portraits, presentation, candles })
  const memorialChanges = createMemorialChangeService({ db, library, portraits, presentation, securityLog })
  const memorialTrash = createMemorialTrash({ ...forAccounts, library, presentation })
  const keepers = createKeeperService({ db, letters, postman, limitAttempts, securityLog })
  const requests = createAccessRequestService({ db, pinTokens, letters, postman, limitAttempts, securityLog })
  const closing = createClosingService({ library, letters, postman, securityLog })
  const reports = createReportService({ db, library, closing, letters, postman, limitAttempts, securityLog })
  const calendars = createCalendarService({ db, secretKey, site: config.site, limitAttempts, securityLog })
  const words = { ...forAccounts, library, presentation: createMemoryPresentation({ db, addresses }) }
  const memories = createMemoryService(words)
  const burials = createBurialService({ db, library, addresses, securityLog })
  const archives = createArchiveService({ db, library, addresses, securityLog, preparesFilms })
  const exports = createExportService({ ...forAccounts, store, access, secretKey, site: config.site })
  const uploads = createUploads({ db, store, library, temporaryFolder, limitAttempts, stopping: stop.signal })
  const archiveTrash = createArchiveTrash({ db, library, archives, securityLog })
  const tiles = createTileService({ config, sharedDb: config.databaseUrl ? db : undefined, log, limitAttempts })
  app.addHook('onClose', () => tiles.close())

  await app.register(
    async (api) => {
      // Not in an earlier hook: while a body is read, code runs in the context of the socket, which has no request.
      api.addHook('preHandler', (request, _reply, done) => duringRequest(originOf(request), done))
      await api.register(callRates, { limitAttempts })
      await api.register(accountAccess, { db, moderatorEmails })
      await api.register(caching, { answers })
      await api.register(multipart)
      await api.register(receivedForms, { folder: temporaryFolder, ...uploads })
      await api.register(async (forms) => {
        // Only these routes accept form-encoded bodies.
        await forms.register(formbody)
        addRoutes(forms, [authRoutes(auth), candleRoutes({ access, candles })])
      })
      addRoutes(api, [
        userRoutes(createUserService({ ...forAccounts, moderatorEmails })),
        sessionRoutes(createSessionService({ db, securityLog })),
        undoRoutes(forAccounts),
        factorRoutes(factors),
        emailRoutes(createEmailService({ ...forAccounts, moderatorEmails })),
        consentRoutes(createConsentService({ ...forAccounts, library })),
        leavingRoutes(createLeavingService({ ...forAccounts, library })),
        letterRoutes(subscriptions),
        memorialRoutes({ access, memorials }),
        plateSheetRoutes(createPlateSheetService({ db, books, limitAttempts, site: config.site })),
        memorialOwnerRoutes({ access, changes: memorialChanges, trash: memorialTrash }),
        memorialTrashRoutes(memorialTrash),
        keeperRoutes({ access, keepers }),
        accessRequestRoutes({ access, requests }),
        reportRoutes(reports),
        importRoutes({ db, library, limitAttempts, temporaryFolder, importThreads }),
        memorialVisitorRoutes({ access, pins, plates, publicUrl: config.site.publicUrl }),
        bookRoutes({ access, books: createBookService({ db, books, limitAttempts, site: config.site }) }),
        exportRoutes({ access, exports }),
        calendarRoutes({ access, calendars }),
        reminderRoutes({ access, reminders }),
        relationRoutes({ access, relations: createRelationService({ db, presentation, limitAttempts }) }),
        memoryRoutes({ access, memories }),
        memoryTrashRoutes({ access, trash: createMemoryTrash(words) }),
        answerRoutes({ access, memories, answers: createAnswers(words) }),
        burialRoutes({ access, burials }),
        geocoderRoutes(createGeocoderService({ config, limitAttempts, log, redis })),
        archiveRoutes({ access, archives, trash: archiveTrash, uploads }),
        catalogueRoutes(catalogue),
        promoCodeRoutes(createPromoCodeService({ db, catalogue, limitAttempts })),
      ])
    },
    { prefix: API_BASE_PATH },
  )
  addRoutes(app, [
    healthRoutes({ db, checks: partChecks({ ...parts, people }), isStopping: () => stop.signal.aborted, log }),
    ...(metrics ? [metrics.routes] : []),
    mediaRoutes({ db, store, addresses }),
    tileRoutes(tiles),
    legalRoutes(legalDocuments),
    oneClickRoutes(subscriptions),
    calendarFeedRoutes(calendars),
    exportDownloadRoutes(exports),
    linkPictureRoutes(createLinkPictureService({ db, library, store, site: config.site })),
    searchEngineRoutes({ db, site: config.site }),
  ])
  await addScreens(app, { ...parts, headers, front, answers })
  return app
}
