import type { FastifyReply, FastifyRequest } from 'fastify'
import { TILES_BASE_PATH } from '@contract/paths'
import { notFound } from '../lib/api-error'
import { isKnownEtag } from '../lib/etag'
import type { Routes } from '../lib/routes'
import type { TileService } from './tile-source'
import { readTile } from './tile'

interface TileRequest {
  Params: { z: string; x: string; file: string }
}

const FRESH_CACHE_CONTROL = 'public, max-age=604800'
const STALE_CACHE_CONTROL = 'public, max-age=600'

/** Map tiles, served by this server, so that no other site learns whose grave a visitor looks at. */
export function tileRoutes(tiles: TileService): Routes {
  return (api) => {
    api.get<TileRequest>(
      `${TILES_BASE_PATH}/:z/:x/:file`,
      // No HEAD: the server might have to fetch and store the tile, and HEAD must not change anything.
      { schema: { hide: true }, exposeHeadRoute: false },
      async (request: FastifyRequest<TileRequest>, reply: FastifyReply) => {
        const { z, x, file } = request.params
        const tile = readTile(z, x, file)
        if (!tile) throw notFound()
        const known = request.headers['if-none-match']
        const { picture, etag, isStale } = await tiles.show(tile, { address: request.ip, known })

        void reply.headers({ etag, 'cache-control': isStale ? STALE_CACHE_CONTROL : FRESH_CACHE_CONTROL })
        if (!picture || isKnownEtag(etag, known)) return reply.code(304).send()
        return reply.type(picture.type).send(picture.bytes)
      },
    )
  }
}
