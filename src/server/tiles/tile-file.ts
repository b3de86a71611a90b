import { open, type FileHandle } from 'node:fs/promises'
import { PMTiles, type Source, TileType } from 'pmtiles'
import type { Tile, TilePart } from './tile'
import { pictureType, type TilePicture } from './tile-source'
import { drawVectorTile, SVG_TYPE, TILE_SIZE } from './vector-tile'

/** A map in one file of the operator's: https://docs.protomaps.com/pmtiles/ */
export interface TileFile {
  /** Undefined where the file has nothing. Beyond its deepest zoom its last tiles are enlarged. */
  read(tile: Tile): Promise<TilePicture | undefined>
  close(): Promise<void>
}

/** Throws when the file cannot be read, or holds tiles that no browser can show. */
export async function openTileFile(path: string): Promise<TileFile> {
  const file = await open(path, 'r')
  try {
    const archive = new PMTiles(sourceOf(file, path))
    const { tileType, minZoom, maxZoom } = await archive.getHeader()
    const isVector = tileType === TileType.Mvt
    if (!isVector && !RASTER_TYPES.includes(tileType)) throw new Error('its tiles are neither pictures nor MVT')

    return {
      async read(tile) {
        if (tile.z < minZoom) return undefined
        const levels = Math.max(0, tile.z - maxZoom)
        const [z, x, y] = [tile.z - levels, tile.x >> levels, tile.y >> levels]
        const found = await archive.getZxy(z, x, y)
        if (!found) return undefined
        const bytes = Buffer.from(found.data)
        const part = { scale: 2 ** levels, column: tile.x - (x << levels), row: tile.y - (y << levels) }
        if (isVector) return asSvg(drawVectorTile(bytes, part, tile.z))
        const type = await pictureType(bytes)
        if (!type) return undefined
        return levels === 0 ? { bytes, type } : asSvg(enlarged(bytes, type, part))
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
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + bytesRead) }
    },
  }
}

/** Browsers enlarge a picture better than we would, and it costs the server nothing. */
function enlarged(bytes: Buffer, type: string, { scale, column, row }: TilePart): string {
  const side = TILE_SIZE * scale
  const [left, top] = [-column * TILE_SIZE, -row * TILE_SIZE]
  const picture = `data:${type};base64,${bytes.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="0 0 ${TILE_SIZE} ${TILE_SIZE}"><image x="${left}" y="${top}" width="${side}" height="${side}" href="${picture}"/></svg>`
}

const asSvg = (svg: string): TilePicture => ({ bytes: Buffer.from(svg), type: SVG_TYPE })
