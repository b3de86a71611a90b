import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import {
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  TILES_BASE_PATH,
} from '@contract/paths'
import type { PageSettings } from '@contract/settings'
import { findMemorialFacts } from '../access/repository'
import type { ChangeFeed } from '../db/change-feed'
import type { Db } from '../db/schema'
import { isKnownEtag } from '../lib/etag'
import { OUTAGE_RETRY_SECONDS } from '../plugins/errors'
import { type Front, type ReadyAnswer, writeAnswer } from '../plugins/front'
import { APART_HEADERS, PAGE_SECURITY_HEADERS } from '../plugins/security-headers'
import type { Encoding } from './page'
import { createScreenPages, type RenderScreen, type ShownPage } from './screen-pages'
import { holdsSecret } from './screens'
import { loadTemplate } from './template'

const SVG = 'image/svg+xml'
/** For pages with a secret in their URL: it must not stay in a cache or leak to other sites. */
const SECRET_URL_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
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

/** Everything outside /api: the built application, its page at every route, and static files. */
export async function applicationPages(
  app: FastifyInstance,
  options: {
    db: Db
    changes: Pick<ChangeFeed, 'follow'>
    clientFolder: string
    site: PageSettings
    renderScreen: RenderScreen | undefined
    /** Sent with every response. */
    headers: Record<string, string>
    front: Front
  },
) {
  const { db, changes, clientFolder, site, renderScreen, headers, front } = options
  const fill = await loadTemplate(clientFolder, site)
  const screens = createScreenPages({
    findMemorial: (id) => findMemorialFacts(db, id),
    changes,
    fill,
    siteName: site.siteName,
    renderScreen,
  })

  await app.register(fastifyStatic, {
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
    // SVG is the only text type that is sent without its charset.
    if (reply.getHeader('content-type') === SVG) void reply.type(`${SVG}; charset=utf-8`)
    done()
  })

  const headersOf = headersOfPages(headers)

  front.answerFrom((request) => {
    const { method, url = '/' } = request
    const cached = method === 'GET' && !isForMachines(url) ? screens.cachedPageAt(url) : undefined
    return cached && pageAnswer(cached, request, headersOf)
  })

  app.get(EVERY_PATH, { schema: { hide: true } }, async (request, reply) => {
    if (isForMachines(request.url)) {
      reply.callNotFound()
      return reply
    }
    const answer = screens.cachedPageAt(request.url) ?? (await screens.pageAt(request.url))
    if ('movedTo' in answer) return reply.redirect(answer.movedTo)
    // Bypasses Fastify, which would set each header separately, and run every hook on the body.
    const { raw } = reply.hijack()
    writeAnswer(raw, pageAnswer(answer, request.raw, headersOf))
    return reply
  })
}

/** The headers of every page, names and values alternating. */
function headersOfPages({ 'content-security-policy': _ofOtherAnswers, ...headersOfAll }: Record<string, string>) {
  const rendered = { ...headersOfAll, ...PAGE_SECURITY_HEADERS, 'cache-control': 'no-cache', vary: 'Accept-Encoding' }
  const empty = { ...rendered, ...APART_HEADERS }
  return {
    rendered: Object.entries(rendered).flat(),
    empty: Object.entries(empty).flat(),
    secret: Object.entries({ ...empty, ...SECRET_URL_HEADERS }).flat(),
  }
}

function pageAnswer(
  { status, page, isRendered }: ShownPage,
  { url = '/', headers }: IncomingMessage,
  headersOf: ReturnType<typeof headersOfPages>,
): ReadyAnswer {
  const ordinary = isRendered ? headersOf.rendered : headersOf.empty
  const common = holdsSecret(url) ? [...headersOf.secret] : [...ordinary, 'etag', page.etag]
  if (status === 200 && isKnownEtag(page.etag, headers['if-none-match'])) {
    // No policy here: the browser caches the page with the policy that came with it.
    return { route: EVERY_PATH, status: 304, headers: common }
  }
  const encoding = encodingFor(headers['accept-encoding'])
  const body = page.body(encoding)
  common.push(
    ...['content-security-policy', page.policy, 'content-type', 'text/html; charset=utf-8'],
    ...['content-length', String(body.length)],
  )
  if (status === 503) common.push('retry-after', String(OUTAGE_RETRY_SECONDS))
  if (encoding !== 'identity') common.push('content-encoding', encoding)
  return { route: EVERY_PATH, status, headers: common, body }
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
