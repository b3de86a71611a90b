import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { API_BASE_PATH, MEDIA_BASE_PATH, TILES_BASE_PATH } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import { randomToken } from '../lib/token'
import { contentSecurityPolicy } from '../plugins/security-headers'
import { isScreen } from './screens'
import { loadTemplate } from './template'

const NONCE_BYTES = 16
/** What programs ask for: an unknown address there is no page for people. */
const MACHINES_PATHS = [`${API_BASE_PATH}/`, `${MEDIA_BASE_PATH}/`, `${TILES_BASE_PATH}/`]

/** What a browser gets outside /api: the built application, its page at every screen's address, and static files. */
export async function applicationPages(app: FastifyInstance, options: { clientFolder: string; site: PublicSettings }) {
  const { clientFolder, site } = options
  const renderPage = await loadTemplate(clientFolder, site)

  await app.register(fastifyStatic, {
    root: path.join(clientFolder, 'assets'),
    prefix: '/assets/',
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

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/'
    if (MACHINES_PATHS.some((prefix) => pathname.startsWith(prefix))) {
      reply.callNotFound()
      return reply
    }
    const styleNonce = randomToken(NONCE_BYTES)
    return reply
      .code(isScreen(pathname) ? 200 : 404)
      .headers({ 'content-security-policy': contentSecurityPolicy(styleNonce), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(renderPage(styleNonce))
  })
}
