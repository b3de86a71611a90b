import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { API_BASE_PATH, LEGAL_BASE_PATH, MEDIA_BASE_PATH, TILES_BASE_PATH } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import { memorialExists } from '../access/memorial-repository'
import { DatabaseAway } from '../db/database-away'
import type { Db } from '../db/schema'
import { randomToken } from '../lib/token'
import { OUTAGE_RETRY_SECONDS } from '../plugins/errors'
import { contentSecurityPolicy } from '../plugins/security-headers'
import { holdsSecret, screenAt } from './screens'
import { loadTemplate } from './template'

const NONCE_BYTES = 16
const SVG = 'image/svg+xml'
/** For pages with a secret in their URL: it must not stay in a cache or reach other sites. */
const SECRET_URL_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
/** Paths of data, not of pages: an unknown address there gets a JSON error instead of the HTML page. */
const MACHINES_PATHS = [API_BASE_PATH, MEDIA_BASE_PATH, TILES_BASE_PATH, LEGAL_BASE_PATH].map((path) => `${path}/`)

/** What a browser gets outside /api: the built application, its page at every screen's address, and static files. */
export async function applicationPages(
  app: FastifyInstance,
  options: { db: Db; clientFolder: string; site: PublicSettings },
) {
  const { db, clientFolder, site } = options
  const renderPage = await loadTemplate(clientFolder, site)

  await app.register(fastifyStatic, {
    root: path.join(clientFolder, 'assets'),
    prefix: '/assets/',
    allowedPath: isNoSourceMap,
    // Their names change with their content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    schemaHide: true,
  })
  await app.register(fastifyStatic, {
    root: clientFolder,
    prefix: '/',
    wildcard: false,
    globIgnore: ['index.html', 'assets/**', '**/*.map', '**/*.br', '**/*.gz'],
    maxAge: '1h',
    preCompressed: true,
    index: false,
    decorateReply: false,
    schemaHide: true,
  })

  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A drawing is text too, and of all texts the only one that is sent without its encoding.
    if (reply.getHeader('content-type') === SVG) void reply.type(`${SVG}; charset=utf-8`)
    done()
  })

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [pathname = '/', query = ''] = request.url.split('?', 2)
    if (MACHINES_PATHS.some((prefix) => pathname.startsWith(prefix))) {
      reply.callNotFound()
      return reply
    }
    const status = await statusOf(db, pathname)
    const styleNonce = randomToken(NONCE_BYTES)
    return reply
      .code(status)
      .headers({
        'content-security-policy': contentSecurityPolicy(styleNonce),
        'cache-control': 'no-cache',
        ...(status === 503 && { 'retry-after': OUTAGE_RETRY_SECONDS }),
        ...(holdsSecret(pathname, new URLSearchParams(query)) && SECRET_URL_HEADERS),
      })
      .type('text/html; charset=utf-8')
      .send(renderPage(styleNonce))
  })
}

/**
 * The page is the same whatever its status, and tells people what it finds; the status is for search engines, which
 * forget an address that is 404 and come again to one that is 503.
 */
async function statusOf(db: Db, pathname: string): Promise<200 | 404 | 503> {
  const screen = screenAt(pathname)
  if (screen.kind !== 'memorial') return screen.kind === 'screen' ? 200 : 404
  try {
    return (await memorialExists(db, screen.id)) ? 200 : 404
  } catch (error) {
    if (error instanceof DatabaseAway) return 503
    throw error
  }
}

function isNoSourceMap(file: string): boolean {
  return !file.endsWith('.map')
}
