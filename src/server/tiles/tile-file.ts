import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import type { Tile, TilePart } from './tile'
import { pictureType, type TilePicture } from './tile-source'
import { drawVectorTile, DRAWING_VERSION, SVG_TYPE, TILE_SIZE } from './vector-tile'

/** A map in a single file of the operator: https://docs.protomaps.com/pmtiles/ */
export interface TileFile {
  /** Undefined where the file has no tile. Beyond its maximum zoom, sections of its last tiles are used. */
  find(tile: Tile): Promise<FoundTile | undefined>
  /** Undefined when it is not a picture. Throws when it is damaged, or too large to draw. */
  draw(found: FoundTile): Promise<TilePicture | undefined>
  close(): Promise<void>
}

export interface FoundTile {
  /** The compressed bytes in the file. */
  packed: Uint8Array
  part: TilePart
  zoom: number
  /** Identifies the picture before it is drawn. */
  etag: string
}

/** The lengths declared in the file are not trusted: a broken or hostile file must not exhaust the memory. */
const READ_MAX_BYTES = 1024 * 1024
/** Generators of such files limit vector tiles to 500 KB, compressed. */
const TILE_UNPACKED_MAX_BYTES = 4 * 1024 * 1024
/**
 * A directory of the file's index; three times that of a map of the whole world. As objects in memory it is fifteen
 * times larger.
 */
const DIRECTORY_UNPACKED_MAX_BYTES = 1024 * 1024
const CACHED_DIRECTORIES_MAX = 16

/** Throws when the file cannot be read, or its tiles are in a format that no browser can show. */
export async function openTileFile(path: string): Promise<TileFile> {
  const file = await open(path, 'r')
  try {
    const directories = new ResolvedValueCache(CACHED_DIRECTORIES_MAX, true, unpackDirectory)
    const archive = new PMTiles(sourceOf(file, path), directories, asPacked)
    const { tileType, tileCompression, minZoom, maxZoom } = await archive.getHeader()
    const isVector = tileType === TileType.Mvt
    if (!isVector && !RASTER_TYPES.includes(tileType)) throw new Error('its tiles are neither pictures nor MVT')

    return {
      async find(tile) {
        if (tile.z < minZoom) return undefined
        const levels = Math.max(0, tile.z - maxZoom)
        const [z, x, y] = [tile.z - levels, tile.x >> levels, tile.y >> levels]
        const found = await archive.getZxy(z, x, y)
        if (!found) return undefined
        const packed = new Uint8Array(found.data)
        const part = { scale: 2 ** levels, column: tile.x - (x << levels), row: tile.y - (y << levels) }
        return { packed, part, zoom: tile.z, etag: etagOfDrawing(packed, part, tile.z) }
      },

      async draw({ packed, part, zoom }) {
        const bytes = await unpacked(packed, tileCompression, TILE_UNPACKED_MAX_BYTES)
        if (isVector) return asSvg(await drawVectorTile(bytes, part, zoom))
        const type = await pictureType(bytes)
        if (!type) return undefined
        return part.scale === 1 ? { bytes, type } : asSvg(enlarged(bytes, type, part))
      },

      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const RASTER_TYPES = [TileType.Png, TileType.Jpeg, TileType.Webp]

function sourceOf(file: FileHandle, path: string): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      if (length > READ_MAX_BYTES) throw new Error(`it says that a part of it is ${length} bytes long`)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + bytesRead) }
    },
  }
}

const gunzipAtMost = promisify(gunzip)

/** Throws when the content is larger, before it is in memory. */
async function unpacked(packed: Uint8Array, compression: Compression, maxBytes: number): Promise<Buffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return Buffer.from(packed)
  if (compression !== Compression.Gzip) throw new Error('it is compressed in a way that is not known here')
  return gunzipAtMost(packed, { maxOutputLength: maxBytes })
}

async function unpackDirectory(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const bytes = await unpacked(new Uint8Array(packed), compression, DIRECTORY_UNPACKED_MAX_BYTES)
  return new Uint8Array(bytes).buffer
}

/** Tiles are decompressed when they are drawn. */
function asPacked(packed: ArrayBuffer): Promise<ArrayBuffer> {
  return Promise.resolve(packed)
}

function etagOfDrawing(packed: Uint8Array, { scale, column, row }: TilePart, zoom: number): string {
  const drawing = [DRAWING_VERSION, zoom, scale, column, row].join('/')
  return `"${createHash('sha1').update(packed).update(drawing).digest('base64url')}"`
}

/** Browsers scale a picture better than we would, and it costs the server nothing. */
function enlarged(bytes: Buffer, type: string, { scale, column, row }: TilePart): string {
  const side = TILE_SIZE * scale
  const [left, top] = [-column * TILE_SIZE, -row * TILE_SIZE]
  const picture = `data:${type};base64,${bytes.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="0 0 ${TILE_SIZE} ${TILE_SIZE}"><image x="${left}" y="${top}" width="${side}" height="${side}" href="${picture}"/></svg>`
}

const asSvg = (svg: string): TilePicture => ({ bytes: Buffer.from(svg), type: SVG_TYPE })
