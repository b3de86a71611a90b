import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import inject from 'light-my-request'
import {
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  TILES_BASE_PATH,
} from '@contract/paths'
import type { Memorial } from '@contract/memorial'
import type { PageSettings } from '@contract/settings'
import type { RendererOptions, RenderPage } from '@client/ssr/render'
import { findMemorialFacts } from '../access/repository'
import type { Config } from '../config'
import type { ChangeFeed } from '../db/change-feed'
import type { Db } from '../db/schema'
import { OUTAGE_RETRY_SECONDS } from '../lib/api-error'
import { isKnownEtag } from '../lib/etag'
import { linkPicturePath } from '../lib/link-picture-path'
import { APART_HEADERS, PAGE_SECURITY_HEADERS } from '../plugins/security-headers'
import { type Encoding, loadTemplate } from './page'
import type { CreateRenderer } from './render-threads'
import { createPageService, holdsSecret, type ShownPage } from './page-service'

const SVG = 'image/svg+xml'
const EVERY_PATH = '/*'
/** Paths of data, not of pages: an unknown URL there gets a JSON error instead of the HTML page. */
const MACHINES_PATHS = [
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  TILES_BASE_PATH,
].map((path) => `${path}/`)

/** The headers of a page that is the same for everyone. */
const PAGE_HEADERS = {
  ...PAGE_SECURITY_HEADERS,
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  'content-type': 'text/html; charset=utf-8',
}
const EMPTY_PAGE_HEADERS = { ...PAGE_HEADERS, ...APART_HEADERS }
/** For pages with a secret in their URL: it must not stay in a cache or leak to other sites. */
const SECRET_PAGE_HEADERS = { ...EMPTY_PAGE_HEADERS, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** Everything outside /api: the built application, its page at every route, rendered or empty, and static files. */
export async function applicationPages(
  app: FastifyInstance,
  options: {
    config: Pick<Config, 'site'>
    db: Db
    changes: Pick<ChangeFeed, 'follow'>
    clientFolder: string
    /** Creates the renderer; without it pages are empty, and the browser renders them. */
    createRenderer?: CreateRenderer
    preparesFilms: boolean
  },
) {
  const { config, db, changes, clientFolder, createRenderer, preparesFilms } = options
  const site: PageSettings = { ...config.site, preparesFilms }
  const rendererOptions = {
    settings: site,
    pictureForLinks: (memorial: Memorial) => linkPicturePath(memorial, site.siteName),
    ask: askItself(app),
  }
  const pageService = createPageService({
    findMemorial: (id) => findMemorialFacts(db, id),
    changes,
    fill: await loadTemplate(clientFolder, site),
    siteName: site.siteName,
    renderPage: createRenderer && renderWhenAsked(() => createRenderer(rendererOptions)),
  })

  await app.register(builtFiles, { clientFolder })

  function sendToPageOfLink(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const url = withoutPunctuationAfter(request.url)
    if (url === undefined || isForMachines(request.url)) next()
    else void reply.redirect(url, 308)
  }

  function sendCached(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const cached = pageService.cachedPageAt(request.url)
    if (!cached) {
      next()
      return
    }
    request.isFromCache = true
    void sendPage(request, reply, cached)
  }

  app.get(
    EVERY_PATH,
    { schema: { hide: true }, onRequest: [sendToPageOfLink, sendCached] },
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (isForMachines(request.url)) {
        reply.callNotFound()
        return reply
      }
      const response = await pageService.pageAt(request.url)
      return 'movedTo' in response ? reply.redirect(response.movedTo) : sendPage(request, reply, response)
    },
  )
}

/** Mail programs make the punctuation after a link a part of it. */
const PUNCTUATION_AFTER_LINK = new Set('.,:;!?…)]}>»"\'”’“/')

/** The URL of the page that such a link means; undefined when nothing follows it. */
function withoutPunctuationAfter(url: string): string | undefined {
  const [path = '', ...query] = url.split('?')
  const signs = Array.from(decoded(path))
  const end = signs.findLastIndex((sign) => !PUNCTUATION_AFTER_LINK.has(sign)) + 1
  const meant = signs.slice(0, end).join('')
  const isPunctuated = signs.slice(end).some((sign) => sign !== '/')
  // Nothing that starts with two slashes: that would be another site.
  if (!isPunctuated || !/^(?:\/(?!\/)[\w/-]*)?$/.test(meant)) return undefined
  return [meant || '/', ...query].join('?')
}

/** Undecodable paths stay as they are. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** In a scope of its own, so that no other answer passes its hook. */
async function builtFiles(files: FastifyInstance, { clientFolder }: { clientFolder: string }): Promise<void> {
  await files.register(fastifyStatic, {
    root: path.join(clientFolder, 'assets'),
    prefix: '/assets/',
    allowedPath: isNoSourceMap,
    // Their names change with their content, so they are immutable.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    schemaHide: true,
  })
  await files.register(fastifyStatic, {
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

  files.addHook('onSend', (_request, reply, _payload, done) => {
    // SVG is the only text type that is sent without its charset.
    if (reply.getHeader('content-type') === SVG) void reply.type(`${SVG}; charset=utf-8`)
    done()
  })
}

function sendPage({ url, headers }: FastifyRequest, reply: FastifyReply, shown: ShownPage): FastifyReply {
  const { status, page, isRendered } = shown
  if (holdsSecret(url)) void reply.headers(SECRET_PAGE_HEADERS)
  else void reply.headers(isRendered ? PAGE_HEADERS : EMPTY_PAGE_HEADERS).header('etag', page.etag)
  if (status === 200 && isKnownEtag(page.etag, headers['if-none-match'])) {
    // No policy here: the browser caches the page with the policy that came with it.
    return reply.removeHeader('content-security-policy').removeHeader('content-type').code(304).send()
  }
  const encoding = encodingFor(headers['accept-encoding'])
  if (status === 503) void reply.header('retry-after', String(OUTAGE_RETRY_SECONDS))
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.code(status).header('content-security-policy', page.policy).send(page.body(encoding))
}

function isForMachines(url: string): boolean {
  return MACHINES_PATHS.some((prefix) => url.startsWith(prefix))
}

/** The best encoding that a browser accepts. */
function encodingFor(accepted: string | undefined): Encoding {
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** Unless the browser rejects it with `q=0`. */
const OFFERED = { br: /^br(?!\s*;\s*q=0(?:\.0*)?$)\b/, gzip: /^gzip(?!\s*;\s*q=0(?:\.0*)?$)\b/ }

function accepts(header: string | undefined, encoding: keyof typeof OFFERED): boolean {
  const offers = header?.split(',').map((offer) => offer.trim()) ?? []
  return offers.some((offer) => OFFERED[encoding].test(offer))
}

function isNoSourceMap(file: string): boolean {
  return !file.endsWith('.map')
}

/**
 * Requests this server as a guest would, without a connection. Fastify's own `inject` refuses once the server is stopping,
 * while pages are still requested.
 */
export function askItself(app: Pick<FastifyInstance, 'routing'>): RendererOptions['ask'] {
  return async (url) => {
    const { statusCode, payload } = await inject((asked, reply) => app.routing(asked, reply), { url })
    return { status: statusCode, text: payload }
  }
}

/**
 * Creates the renderer with the first page request: that takes about as long as the rest of the start. A failed creation is
 * retried.
 */
function renderWhenAsked(create: () => Promise<RenderPage>): RenderPage {
  let made: Promise<RenderPage> | undefined

  return async (url) => {
    made ??= create().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return (await made)(url)
  }
}
