import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { TileType, zxyToTileId } from 'pmtiles'

export interface MadeTile {
  z: number
  x: number
  y: number
  bytes: Uint8Array
}

const HEADER_BYTES = 127
const NO_COMPRESSION = 1
const GZIP = 2

/** Writes these tiles as a PMTiles file, version 3. Vector tiles are compressed, as in real files. */
export async function writePmtiles(file: string, tileType: TileType, tiles: MadeTile[]): Promise<void> {
  const isVector = tileType === TileType.Mvt
  const entries = tiles
    .map(({ z, x, y, bytes }) => ({
      z,
      id: zxyToTileId(z, x, y),
      bytes: isVector ? gzipSync(bytes) : Buffer.from(bytes),
    }))
    .sort((one, other) => one.id - other.id)
  const directory = directoryOf(entries)
  const contents = Buffer.concat(entries.map(({ bytes }) => bytes))
  const metadata = Buffer.from('{}')

  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  const metadataAt = HEADER_BYTES + directory.length
  const leavesAt = metadataAt + metadata.length
  const numbers = [HEADER_BYTES, directory.length, metadataAt, metadata.length, leavesAt, 0, leavesAt, contents.length]
  const counts = [tiles.length, tiles.length, tiles.length]
  for (const [index, number] of [...numbers, ...counts].entries())
    header.writeBigUInt64LE(BigInt(number), 8 + index * 8)
  const zooms = entries.map(({ z }) => z)
  header.set(
    [1, NO_COMPRESSION, isVector ? GZIP : NO_COMPRESSION, tileType, Math.min(...zooms), Math.max(...zooms)],
    96,
  )
  await writeFile(file, Buffer.concat([header, directory, metadata, contents]))
}

function directoryOf(entries: { id: number; bytes: Buffer }[]): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarint(entries.length)
  for (const [index, { id }] of entries.entries()) pbf.writeVarint(id - (entries[index - 1]?.id ?? 0))
  entries.forEach(() => pbf.writeVarint(1))
  for (const { bytes } of entries) pbf.writeVarint(bytes.length)
  // 0: right after the previous one.
  for (const index of entries.keys()) pbf.writeVarint(index === 0 ? 1 : 0)
  return pbf.finish()
}

export interface MadeFeature {
  layer: string
  shape: 'point' | 'line' | 'area'
  /** In units of a tile that is 4096 wide. */
  places: [x: number, y: number][]
  properties: Record<string, string>
}

const SHAPES = { point: 1, line: 2, area: 3 } as const
const [MOVE_TO, LINE_TO, CLOSE] = [1, 2, 7] as const

/** A Mapbox Vector Tile with these features, each in a layer of its own name. */
export function vectorTile(features: MadeFeature[]): Uint8Array {
  const pbf = new PbfWriter()
  for (const layer of new Set(features.map((feature) => feature.layer))) {
    pbf.writeMessage(3, writeLayer, { layer, features: features.filter((feature) => feature.layer === layer) })
  }
  return pbf.finish()
}

function writeLayer({ layer, features }: { layer: string; features: MadeFeature[] }, pbf: PbfWriter): void {
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, layer)
  const pairs = features.flatMap(({ properties }) => Object.entries(properties))
  let tag = 0
  for (const { shape, places, properties } of features) {
    const tags = Object.keys(properties).flatMap(() => [tag, tag++])
    pbf.writeMessage(2, writeFeature, { tags, shape, places })
  }
  for (const [key] of pairs) pbf.writeStringField(3, key)
  for (const [, value] of pairs) pbf.writeMessage(4, (text: string, inner) => inner.writeStringField(1, text), value)
  pbf.writeVarintField(5, 4096)
}

function writeFeature(
  { tags, shape, places }: Pick<MadeFeature, 'shape' | 'places'> & { tags: number[] },
  pbf: PbfWriter,
): void {
  pbf.writePackedVarint(2, tags)
  pbf.writeVarintField(3, SHAPES[shape])
  const zigzag = (value: number) => (value << 1) ^ (value >> 31)
  const steps = places.flatMap(([x, y], index) => {
    const [beforeX, beforeY] = places[index - 1] ?? [0, 0]
    return [zigzag(x - beforeX), zigzag(y - beforeY)]
  })
  const command = (id: number, count: number) => (count << 3) | id
  const [first, rest] = [steps.slice(0, 2), steps.slice(2)]
  const lines = rest.length > 0 ? [command(LINE_TO, rest.length / 2), ...rest] : []
  pbf.writePackedVarint(4, [command(MOVE_TO, 1), ...first, ...lines, ...(shape === 'area' ? [command(CLOSE, 1)] : [])])
}
