import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { API_BASE_PATH } from '@contract/paths'
import { addScreens } from './add-screens'
import { accountAccess } from './access/account'
import { routesOf } from './features'
import { metricsOf } from './figures'
import { partChecks } from './part-checks'
import type { ClockWatch } from './db/clock-watch'
import type { PoolUsage } from './db/open-database'
import { createRequestLog } from './lib/request-log'
import { nextRequestId } from './lib/request-ids'
import { duringRequest, originOf } from './lib/request-origin'
import { RELEASE } from './lib/release'
import { addRoutes } from './lib/routes'
import { receivedForms } from './media/received-form'
import { mediaRoutes } from './media/routes'
import { createContext, type OpenedParts } from './modules/context'
import type { CreateRenderer } from './pages/render-threads'
import { searchEngineRoutes } from './pages/search-engines'
import { bodies, BODY_MAX_BYTES } from './plugins/bodies'
import { callRates } from './plugins/call-rates'
import { cachedResponses, caching, createCachedResponses, readQuery } from './plugins/caching'
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
import { REQUEST_MS, slowClients } from './plugins/slow-clients'
import { stopping } from './plugins/stopping'
import type { Tracing } from './plugins/tracing'
import { securityHeaders, securityHeadersOf } from './plugins/security-headers'
import { trustedHops, unexpectedProxy } from './plugins/unexpected-proxy'
import { tileRoutes } from './tiles/routes'
import { createTileService } from './tiles/tile-service'

export interface AppParts extends OpenedParts {
  poolUsage: () => PoolUsage
  /** Knows whether the clock can be trusted. */
  clockWatch?: ClockWatch
  /** The built application; without it only the API is served. */
  clientFolder?: string
  /** Creates the renderer; without it pages are empty, and the browser renders them. */
  createRenderer?: CreateRenderer
  /** Where request traces are sent. */
  tracing?: Pick<Tracing, 'requests'>
}

/** Wires everything without listening, so that tests inject requests. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, changes, log } = parts
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

  const stop = new AbortController()
  const context = createContext(parts, stop.signal)
  const metrics = await metricsOf({ ...parts, ...context })
  if (parts.tracing) await app.register(parts.tracing.requests, { front })
  await app.register(requestLines, { front, requestLog: createRequestLog(log), onAnswered: metrics?.onAnswered })
  if (metrics) app.addHook('onRequest', metrics.onRequest)
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
  await app.register(refusedRequests, context)
  const routes = routesOf(context)
  app.addHook('onClose', () => context.people.stop())

  await app.register(
    async (api) => {
      // Not in an earlier hook: while a body is read, code runs in the context of the socket, which has no request.
      api.addHook('preHandler', (request, _reply, done) => duringRequest(originOf(request), done))
      await api.register(callRates, context)
      await api.register(accountAccess, context)
      await api.register(caching, { answers })
      await api.register(multipart)
      await api.register(receivedForms, { folder: context.temporaryFolder, ...context.uploads })
      await api.register(async (forms) => {
        // Only these routes accept form-encoded bodies.
        await forms.register(formbody)
        addRoutes(forms, routes.forms)
      })
      addRoutes(api, routes.api)
    },
    { prefix: API_BASE_PATH },
  )
  const tiles = createTileService({ ...context, sharedDb: config.databaseUrl ? db : undefined })
  app.addHook('onClose', () => tiles.close())
  addRoutes(app, [
    healthRoutes({ db, checks: partChecks({ ...parts, ...context }), isStopping: () => stop.signal.aborted, log }),
    ...(metrics ? [metrics.routes] : []),
    mediaRoutes(context),
    tileRoutes(tiles),
    ...routes.outside,
    searchEngineRoutes({ db, site: config.site }),
  ])
  await addScreens(app, { ...parts, headers, front, answers })
  return app
}
