import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { API_BASE_PATH } from '@contract/paths'
import { accountAccess } from './access/account'
import type { ClockWatch } from './db/clock-watch'
import type { PoolUsage } from './db/open-database'
import { routesOf } from './features'
import { duringRequest, nextRequestId, originOf } from './lib/request-origin'
import { RELEASE } from './lib/release'
import { addRoutes } from './lib/routes'
import { trustedHops } from './lib/visitor-network'
import { receivedForms } from './media/received-form'
import { mediaRoutes } from './media/routes'
import { createContext, type OpenedParts } from './modules/context'
import { findMaintenance } from './modules/operator/repository'
import { addMonitoring } from './monitoring'
import { applicationPages } from './pages/application'
import type { CreateRenderer } from './pages/render-threads'
import { passwordManagerRoutes, searchEngineRoutes } from './pages/search-engines'
import { bodies, BODY_MAX_BYTES } from './plugins/bodies'
import { callRates } from './plugins/call-rates'
import { caching, createResponseCache, readQuery } from './plugins/caching'
import { respondToBrokenRequest, limitedConnections, SERVER_LIMITS, socketRefusals } from './plugins/connections'
import { contract } from './plugins/contract'
import { respondToUnroutablePath, errors } from './plugins/errors'
import { maintenance } from './plugins/maintenance'
import { openapi } from './plugins/openapi'
import { refusedRequests } from './plugins/refused-requests'
import { RequestLog } from './plugins/request-log'
import { slowClients } from './plugins/slow-clients'
import { stopping } from './plugins/stopping'
import type { Tracing } from './plugins/tracing'
import { securityHeaders, securityHeadersOf } from './plugins/security-headers'
import { unexpectedProxy } from './plugins/unexpected-proxy'
import { spreadRequests } from './plugins/visitor-requests'
import { tileRoutes } from './tiles/routes'
import { createTileService } from './tiles/tile-service'

interface AppParts extends OpenedParts {
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
  const { config, db, changes, clientFolder, log } = parts
  const { site, trustProxy } = config
  const headers = securityHeadersOf(config)
  const refuse = socketRefusals(headers)
  const loggerInstance: FastifyBaseLogger = log
  let route: FastifyInstance['routing'] = () => undefined
  const app = fastify({
    ...SERVER_LIMITS,
    loggerInstance,
    genReqId: nextRequestId,
    logController: new RequestLog(),
    trustProxy: trustedHops(trustProxy),
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: readQuery },
    frameworkErrors: respondToUnroutablePath(headers),
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are served, as long as it listens.
    return503OnClosing: false,
    // Its ten seconds would also apply to closing: a request that STOP_PATIENCE allows longer would be cut off.
    pluginTimeout: 0,
    clientErrorHandler: respondToBrokenRequest(refuse, (request, reply) => route(request, reply)),
  })
  route = (request, reply) => app.routing(request, reply)
  app.decorateRequest('isFromCache', false)

  spreadRequests(app)
  const stop = new AbortController()
  const context = createContext(parts, stop.signal)
  if (parts.tracing) await app.register(parts.tracing.requests)
  await app.register(securityHeaders, { headers })
  await app.register(errors)
  await addMonitoring(app, { ...parts, ...context, stopping: stop.signal })
  await app.register(stopping, { settings: config, onStopping: () => stop.abort() })
  await app.register(limitedConnections, { max: config.maxConnections, trustProxy })
  await app.register(slowClients, { refuse })
  await app.register(unexpectedProxy, { trustProxy })
  await app.register(maintenance, { find: () => findMaintenance(db) })
  await app.register(bodies)
  await app.register(contract)
  await app.register(openapi, { siteName: site.siteName, version: RELEASE })
  await app.register(refusedRequests, context)

  const routes = routesOf(context)
  app.addHook('onClose', () => context.people.stop())
  await app.register(
    async (api) => {
      // Not in an earlier hook: while a body is read, code runs in the context of the socket, which has no request.
      api.addHook('preHandler', (request, _reply, done) => duringRequest(originOf(request), done))
      // First: no limit counts what is answered from the cache.
      await api.register(caching, { cache: createResponseCache(changes) })
      await api.register(callRates, context)
      await api.register(accountAccess, context)
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
    mediaRoutes(context),
    tileRoutes(tiles),
    ...routes.outside,
    searchEngineRoutes({ db, site }),
    passwordManagerRoutes,
  ])
  if (clientFolder) await applicationPages(app, { ...parts, clientFolder })
  return app
}
