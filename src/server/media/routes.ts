import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { MEDIA_BASE_PATH } from '@contract/paths'
import type { Db } from '../db/schema'
import { ApiError, forbidden, notFound } from '../lib/api-error'
import { isKnownEtag } from '../lib/etag'
import type { Routes } from '../lib/routes'
import { type ByteRange, type FileStore, isKey, type StoredFile } from '../storage/file-store'
import type { MediaUrls } from './media-urls'
import { contentTypeOf, openNearest } from './stored-file'
import { findMediaVisibility } from './repository'

const URL_NOT_VALID = 'Адрес файла недействителен или устарел.'
const RANGE_NOT_SATISFIABLE = 'Запрошенный диапазон за пределами файла.'
/**
 * For a public page. Short, since its URLs must stop working when the page is closed; private, since shared caches do
 * not revalidate with us.
 */
const CACHED_BRIEFLY = 'private, max-age=600'
/** For a closed page: nothing may remain on a shared computer. */
const NOT_CACHED = 'private, no-store'

const MEDIA_PATH = `${MEDIA_BASE_PATH}/:mediaId/:file`

interface MediaRequest {
  Params: { mediaId: string; file: string }
  Querystring: Record<string, string | string[] | undefined>
}

/** The files of memorials, with Range. Never compressed: players need ranges of the original bytes. */
export function mediaRoutes(parts: { db: Db; store: FileStore; mediaUrls: MediaUrls }): Routes {
  const { db, store, mediaUrls } = parts

  /**
   * Sets the response headers without reading the file. Undefined when the client has it already. Throws the errors of the
   * route.
   */
  async function begin(
    request: FastifyRequest<MediaRequest>,
    reply: FastifyReply,
  ): Promise<{ stored: StoredFile; range: ByteRange | undefined } | undefined> {
    const { mediaId, file } = request.params
    if (!isKey(`${mediaId}/${file}`)) throw notFound()
    const isPublic = await findMediaVisibility(db, mediaId)
    if (isPublic === undefined) throw notFound()
    if (!isPublic && !mediaUrls.isGood(mediaId, one(request, 'expires'), one(request, 'signature'))) {
      throw forbidden(URL_NOT_VALID)
    }
    const found = await openNearest(store, mediaId, file)
    if (!found) throw notFound()
    const { name, stored } = found

    // A file with an id and a name never changes; its copies may be added later.
    const etag = `"${mediaId}.${name}"`
    const { range: asked, 'if-range': validator, 'if-none-match': known } = request.headers
    if (isKnownEtag(etag, known)) {
      void reply.code(304).headers({ etag, 'cache-control': isPublic ? CACHED_BRIEFLY : NOT_CACHED })
      return undefined
    }
    // Another validator means another file: a part of this one would not fit.
    const range = validator === undefined || validator === etag ? rangeOf(asked, stored.size) : undefined
    void reply
      .headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': isPublic ? CACHED_BRIEFLY : NOT_CACHED,
        // The server chose the name, so it needs no escaping.
        'content-disposition': `inline; filename="${name}"`,
        'x-content-type-options': 'nosniff',
      })
      .type(contentTypeOf(name))
      .header('content-length', range ? range.end - range.start + 1 : stored.size)
    if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.size}`)
    return { stored, range }
  }

  return (api) => {
    api.get<MediaRequest>(
      MEDIA_PATH,
      // Fastify's automatic HEAD route would read the whole file.
      { schema: { hide: true }, exposeHeadRoute: false },
      async (request: FastifyRequest<MediaRequest>, reply: FastifyReply) => {
        const begun = await begin(request, reply)
        if (!begun) return reply.send()
        const { stored, range } = begun
        // If the client disconnects, Fastify closes the stream, even when it was opened after that.
        return reply.send(await stored.read(range))
      },
    )

    api.head<MediaRequest>(
      MEDIA_PATH,
      { schema: { hide: true } },
      async (request: FastifyRequest<MediaRequest>, reply: FastifyReply) => {
        await begin(request, reply)
        return reply.send()
      },
    )
  }
}

function one({ query }: FastifyRequest<MediaRequest>, name: string): string | undefined {
  const value = query[name]
  return typeof value === 'string' ? value : undefined
}

/** The requested range. Multiple or invalid ranges get the whole file. A range past the end throws 416. */
function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  if (!header) return undefined
  const ranges = parseRange(size, header)
  if (ranges === -1) throw new ApiError(416, RANGE_NOT_SATISFIABLE, { 'content-range': `bytes */${size}` })
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}
