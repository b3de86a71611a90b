import { Readable } from 'node:stream'
import { ID_MAX } from '@contract/limits'
import { MEDIA_BASE_PATH, paths, TILES_BASE_PATH } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import type { Db } from '../db/schema'
import { notFound } from '../lib/api-error'
import type { Routes } from '../lib/routes'
import { findFilledRanges, listFindable } from './sitemap-repository'
import {
  FIXED_PAGES,
  PART_END,
  PART_START,
  SITEMAP_PATH,
  sitemapEntry,
  sitemapIndex,
  sitemapPartPath,
} from './sitemap-xml'

/** Where password managers send a person who wants to change a password. */
export const passwordManagerRoutes: Routes = (app) => {
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(paths.settings),
  )
}

/** What search engines request besides the pages. */
export function searchEngineRoutes({ db, site }: { db: Db; site: PublicSettings }): Routes {
  return (app) => {
    robotsRoutes(site)(app)
    sitemapRoutes({ db, site })(app)
  }
}

/**
 * What search engines need not crawl: everything that is not a page, and pages that are meant for one person alone.
 * Pictures of people are not for image search: when their page is closed, a copy elsewhere would stay.
 */
const NOT_FOR_CRAWLERS = [
  '/api/',
  `${MEDIA_BASE_PATH}/`,
  `${TILES_BASE_PATH}/`,
  paths.createMemorial,
  paths.profile,
  paths.myMemorials,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.acceptInvitation,
  paths.confirmEmail,
  paths.returnToAccount,
  paths.unsubscribe,
  paths.ownProposal,
  paths.notMe,
  paths.factorRecovery,
  paths.accountDeleted,
  `${paths.memorials}/*/access`,
  `${paths.memorials}/*/open`,
  paths.firstEvening,
  `${paths.memorials}/*/first-evening`,
]
const DAY_SECONDS = 24 * 3600

/** Where to report a vulnerability (RFC 9116). */
const SECURITY_PATH = '/.well-known/security.txt'
/** The file expires after this. */
const SECURITY_DAYS = 180

/** /robots.txt and /.well-known/security.txt */
function robotsRoutes({ publicUrl, supportEmail }: Pick<PublicSettings, 'publicUrl' | 'supportEmail'>): Routes {
  const text = [
    'User-agent: *',
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n')

  const securityText = () =>
    [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${new Date(Date.now() + SECURITY_DAYS * DAY_SECONDS * 1000).toISOString()}`,
      'Preferred-Languages: ru, en',
      `Canonical: ${publicUrl}${SECURITY_PATH}`,
      '',
    ].join('\n')

  return (app) => {
    app.get(SECURITY_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(securityText()),
    )
    app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${DAY_SECONDS}`).send(text),
    )
  }
}

/** The limit of search engines for one sitemap. */
const PART_MAX_URLS = 50_000
/** A sitemap covers this many ids, so that a URL never moves to another one. The first has the fixed pages too. */
const IDS_OF_PART = PART_MAX_URLS - FIXED_PAGES.length
const ROWS_AT_A_TIME = 2000
const CACHED_SECONDS = 600

/** /sitemap.xml and the sitemaps it lists: the URLs for search engines to crawl. Closed pages are never among them. */
function sitemapRoutes({ db, site: { publicUrl } }: { db: Db; site: PublicSettings }): Routes {
  return (app) => {
    const options = { schema: { hide: true } }
    app.get(SITEMAP_PATH, options, async (_request, reply) => {
      const parts = new Set([1, ...(await findFilledRanges(db, IDS_OF_PART))])
      return reply
        .headers(SITEMAP_HEADERS)
        .send(sitemapIndex([...parts].map((part) => publicUrl + sitemapPartPath(part))))
    })

    app.get<{ Params: { part: string } }>(sitemapPartPath(':part(^[1-9]\\d{0,4})'), options, async (request, reply) => {
      const part = Number(request.params.part)
      const chunks = partInChunks(db, part, publicUrl)
      // The first chunk comes before the response begins: a database outage is a 503, and an empty sitemap a 404.
      const { value: first } = await chunks.next()
      if (first === undefined) throw notFound()
      return reply.headers(SITEMAP_HEADERS).send(Readable.from(withFirst(first, chunks)))
    })
  }
}

const SITEMAP_HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': `public, max-age=${CACHED_SECONDS}`,
}

/** The XML of a sitemap, a few thousand memorials at a time; nothing at all when there are none. */
async function* partInChunks(db: Db, part: number, publicUrl: string): AsyncGenerator<string, undefined> {
  const last = Math.min(part * IDS_OF_PART, ID_MAX)
  let first = (part - 1) * IDS_OF_PART + 1
  let start = part === 1 ? PART_START + FIXED_PAGES.map((path) => sitemapEntry(publicUrl + path)).join('') : PART_START
  let isEmpty = part !== 1
  while (first <= last) {
    const found = await listFindable(db, { first, last }, ROWS_AT_A_TIME)
    isEmpty &&= found.length === 0
    if (isEmpty) break
    yield start + found.map(({ id, changed_at: at }) => sitemapEntry(publicUrl + paths.memorial(id), at)).join('')
    start = ''
    if (found.length < ROWS_AT_A_TIME) break
    first = (found.at(-1)?.id ?? last) + 1
  }
  if (!isEmpty) yield PART_END
  return undefined
}

async function* withFirst(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
