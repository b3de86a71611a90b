import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PbfWriter } from 'pbf'
import { TileType } from 'pmtiles'
import { openTileFile, type TileFile } from '@server/tiles/tile-file'
import { DRAWING_VERSION } from '@server/tiles/vector-tile'
import { smallPicture } from '@support/photographs'
import { type MadeFeature, vectorTile, writePmtiles } from '@support/pmtiles'

const HERE = { z: 14, x: 9, y: 5 }
const STREET: MadeFeature = {
  layer: 'roads',
  shape: 'line',
  places: [
    [0, 3072],
    [4096, 3072],
  ],
  properties: { kind: 'highway' },
}
const VILLAGE: MadeFeature = {
  layer: 'places',
  shape: 'point',
  places: [[2000, 2000]],
  properties: { kind: 'village', name: 'Берёзовка' },
}
const MEGABYTE = 1024 * 1024

let folder: string
let file: TileFile | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-hostile-tiles-'))
})
afterEach(async () => {
  await file?.close()
  file = undefined
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function drawingOf(bytes: Uint8Array, tileType = TileType.Mvt) {
  const name = path.join(folder, 'map.pmtiles')
  await writePmtiles(name, tileType, [{ ...HERE, bytes }])
  const opened = await openTileFile(name)
  file = opened
  const found = await opened.find(HERE)
  if (!found) throw new Error('the tile is not found')
  return { found, picture: opened.draw(found) }
}

/** A street behind so many bytes that no reader looks at. */
function paddedStreet(bytes: number): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeBytesField(20, new Uint8Array(bytes))
  return Buffer.concat([pbf.finish(), vectorTile([STREET])])
}

/** An area that closes itself so many times: five bytes. */
function manyTimesClosed(times: number): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(
    3,
    (_none, layer) => {
      layer.writeVarintField(15, 2)
      layer.writeStringField(1, 'water')
      layer.writeMessage(
        2,
        (_nothing, feature) => {
          feature.writeVarintField(3, 3)
          feature.writePackedVarint(4, [9, 20, 20, (times << 3) | 7, 9, 0, 0])
        },
        undefined,
      )
    },
    undefined,
  )
  return pbf.finish()
}

it('unpacks a tile to four megabytes and not further', async () => {
  const { picture } = await drawingOf(paddedStreet(3 * MEGABYTE))
  expect((await picture)?.bytes.toString()).toContain('<path')
  await file?.close()
  await expect((await drawingOf(paddedStreet(5 * MEGABYTE))).picture).rejects.toThrow(/larger than 4194304 bytes/)
})

it('does not read a tile of which the file says that it is longer than a megabyte', async () => {
  const png = await smallPicture('png')
  const long = Buffer.concat([png, Buffer.alloc(MEGABYTE)])
  await expect(drawingOf(long, TileType.Png)).rejects.toThrow(/bytes long/)
})

it('does not follow a few bytes that stand for a million points', async () => {
  expect(await (await drawingOf(manyTimesClosed(10))).picture).toBeDefined()
  await file?.close()
  await expect((await drawingOf(manyTimesClosed(1_000_000))).picture).rejects.toThrow(/more than 200000 points/)
})

it('does not draw without end', async () => {
  const villages = Array<MadeFeature>(30_000).fill(VILLAGE)
  await expect((await drawingOf(vectorTile(villages))).picture).rejects.toThrow(/longer than 4000000 letters/)
})

it('leaves out a name that is as long as a page', async () => {
  const named = (name: string) => drawingOf(vectorTile([{ ...VILLAGE, properties: { kind: 'town', name } }]))
  expect((await (await named('Город')).picture)?.bytes.toString()).toContain('Город')
  await file?.close()
  expect((await (await named('Город'.repeat(100))).picture)?.bytes.toString()).not.toContain('Город')
})

it('names a drawing before it is drawn: the same for the same tile, another for another', async () => {
  const one = (await drawingOf(vectorTile([STREET]))).found.etag
  expect(await file?.find({ z: 16, x: 36, y: 20 })).not.toMatchObject({ etag: one })
  await file?.close()
  expect((await drawingOf(vectorTile([STREET]))).found.etag).toBe(one)
  await file?.close()
  expect((await drawingOf(vectorTile([VILLAGE]))).found.etag).not.toBe(one)
})

/** Who changes how tiles are drawn raises the version, and writes the new sum here. */
it('has a new version when the same tile is drawn otherwise', async () => {
  const picture = await (await drawingOf(vectorTile([STREET, VILLAGE]))).picture
  const sum = createHash('sha1')
    .update(picture?.bytes ?? '')
    .digest('hex')
    .slice(0, 8)
  expect([DRAWING_VERSION, sum]).toEqual([1, 'd8e7db35'])
})
