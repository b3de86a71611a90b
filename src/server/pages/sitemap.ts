import { Readable } from 'node:stream'
import { ID_MAX } from '@contract/limits'
import { paths } from '@contract/paths'
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

/** The limit of search engines for one sitemap. */
const PART_MAX_URLS = 50_000
/** A sitemap covers this many ids, so that a URL never moves to another one. The first has the fixed pages too. */
const IDS_OF_PART = PART_MAX_URLS - FIXED_PAGES.length
const ROWS_AT_A_TIME = 2000
const CACHED_SECONDS = 600

/** /sitemap.xml and the sitemaps it lists: the URLs for search engines to crawl. Closed pages are never among them. */
export function sitemapRoutes({ db, site: { publicUrl } }: { db: Db; site: PublicSettings }): Routes {
  return (app) => {
    const options = { schema: { hide: true } }
    app.get(SITEMAP_PATH, options, async (_request, reply) => {
      const parts = new Set([1, ...(await findFilledRanges(db, IDS_OF_PART))])
      return reply.headers(HEADERS).send(sitemapIndex([...parts].map((part) => publicUrl + sitemapPartPath(part))))
    })

    app.get<{ Params: { part: string } }>(sitemapPartPath(':part(^[1-9]\\d{0,4})'), options, async (request, reply) => {
      const part = Number(request.params.part)
      const chunks = partInChunks(db, part, publicUrl)
      // The first chunk comes before the response begins: a database outage is a 503, and an empty sitemap a 404.
      const { value: first } = await chunks.next()
      if (first === undefined) throw notFound()
      return reply.headers(HEADERS).send(Readable.from(withFirst(first, chunks)))
    })
  }
}

const HEADERS = {
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
