import type { OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  TILES_BASE_PATH,
} from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import type { ChangeFeed } from '../db/change-feed'
import type { Db } from '../db/schema'
import { isKnownEtag } from '../lib/etag'
import { OUTAGE_RETRY_SECONDS } from '../plugins/errors'
import type { Encoding } from './page'
import { createScreenPages, type RenderScreen, type ShownPage } from './screen-pages'
import { holdsSecret } from './screens'
import { loadTemplate } from './template'

const SVG = 'image/svg+xml'
/** For pages with a secret in their URL: it must not stay in a cache or reach other sites. */
const SECRET_URL_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
/** Paths of data, not of pages: an unknown address there gets a JSON error instead of the HTML page. */
const MACHINES_PATHS = [
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  TILES_BASE_PATH,
].map((path) => `${path}/`)

/** What a browser gets outside /api: the built application, its page at every screen's address, and static files. */
export async function applicationPages(
  app: FastifyInstance,
  options: {
    db: Db
    changes: Pick<ChangeFeed, 'follow'>
    clientFolder: string
    site: PublicSettings
    renderScreen: RenderScreen | undefined
  },
) {
  const { db, changes, clientFolder, site, renderScreen } = options
  const fill = await loadTemplate(clientFolder, site)
  const screens = createScreenPages({ db, changes, fill, siteName: site.siteName, renderScreen })

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

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [pathname = '/', query = ''] = request.url.split('?', 2)
    if (MACHINES_PATHS.some((prefix) => pathname.startsWith(prefix))) {
      reply.callNotFound()
      return reply
    }
    const send = (shown: ShownPage) => sendPage(request, reply, shown, { isSecret: holdsSecret(pathname, query) })
    const kept = screens.keptPageAt(request.url)
    if (kept) {
      request.isAnsweredFromKept = true
      send(kept)
      return reply
    }
    return screens.pageAt(request.url).then((answer) => {
      if ('movedTo' in answer) return reply.redirect(answer.movedTo)
      send(answer)
      return reply
    })
  })
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page }: ShownPage,
  { isSecret }: { isSecret: boolean },
): void {
  const { 'content-security-policy': _ofOtherAnswers, ...headers } = reply.getHeaders() as OutgoingHttpHeaders
  const common: OutgoingHttpHeaders = {
    ...headers,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    ...(status === 503 && { 'retry-after': String(OUTAGE_RETRY_SECONDS) }),
    ...(isSecret ? SECRET_URL_HEADERS : { etag: page.etag }),
  }
  // Not by Fastify, which would set each header for itself, and ask every hook about the body.
  const { raw } = reply.hijack()
  if (status === 200 && isKnownEtag(page.etag, request.headers['if-none-match'])) {
    // The browser keeps the page with the policy that came with it.
    raw.writeHead(304, common).end()
    return
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = page.body(encoding)
  raw.writeHead(status, {
    ...common,
    'content-security-policy': page.policy,
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  raw.end(body)
}

/** The best that a browser takes. */
function encodingFor(accepted: string | undefined): Encoding {
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

function accepts(header: string | undefined, encoding: Encoding): boolean {
  const offers = header?.split(',').map((offer) => offer.trim()) ?? []
  return offers.some((offer) => new RegExp(`^${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?$)\\b`).test(offer))
}

function isNoSourceMap(file: string): boolean {
  return !file.endsWith('.map')
}
