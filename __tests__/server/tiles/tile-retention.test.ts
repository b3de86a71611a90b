import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAttempts } from '@server/lib/attempts'
import { openTileFolder, removeOldestTiles, tilesFolder } from '@server/tiles/tile-folder'
import { createTileService } from '@server/tiles/tile-service'
import { createTileSource } from '@server/tiles/tile-source'
import { someSettings } from '@support/factories'
import { smallPicture } from '@support/photographs'
import { type MapServer, picture, startMapServer, status } from '@support/map-server'

const TILE = { z: 16, x: 39_000, y: 20_000 }
const DAY_MS = 24 * 3_600_000

let map: MapServer
let dataDir: string
let png: Buffer
let newPicture: Buffer

beforeAll(async () => {
  png = await smallPicture('png')
  newPicture = await smallPicture('webp')
})
beforeEach(async () => {
  map = await startMapServer()
  map.answer(picture(png))
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-tiles-'))
})
afterEach(async () => {
  await map.close().catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
})

/** A server that has just started over this folder. */
const start = (tileUrl = map.template, warn: (details: object, message: string) => void = () => undefined) =>
  createTileService({
    config: { tileUrl, dataDir, site: someSettings() },
    limitAttempts: createAttempts(),
    log: { warn },
  })
const show = (tiles = start()) => tiles.show(TILE, { address: '203.0.113.7' })

const tileFiles = async () =>
  (await readdir(tilesFolder(dataDir), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

async function makeOlder(days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS)
  for (const file of await tileFiles()) await utimes(file, then, then)
}

it('finds its tiles again after a restart', async () => {
  await show()
  expect((await show()).picture?.bytes).toEqual(png)
  expect(map.asked).toHaveLength(1)
})

it('looks again after a month, and shows what has changed', async () => {
  await show()
  await makeOlder(29)
  await show()
  expect(map.asked).toHaveLength(1)

  await makeOlder(31)
  map.answer(picture(newPicture, 'image/webp'))
  expect(await show()).toMatchObject({ picture: { bytes: newPicture, type: 'image/webp' }, isStale: false })
  await show()
  expect(map.asked).toHaveLength(2)
})

it('asks only for what has changed, and is content for another month when nothing has', async () => {
  await show()
  await makeOlder(31)
  map.answer(status(304))

  expect(await show()).toMatchObject({ picture: { bytes: png }, isStale: false })
  const since = Date.parse(map.lastHeaders()['if-modified-since'] ?? '')
  expect(Math.abs(since - (Date.now() - 31 * DAY_MS))).toBeLessThan(10_000)
  await show()
  expect(map.asked).toHaveLength(2)
})

it('shows the old tile while the map’s server is away', async () => {
  await show()
  await makeOlder(31)
  await map.close()
  expect(await show()).toMatchObject({ picture: { bytes: png }, isStale: true })
})

it('does not keep a silent server’s callers waiting one after another', async () => {
  await map.close()
  const tiles = start()
  const { port } = new URL(map.template)
  for (let attempt = 0; attempt < 3; attempt++) await expect(show(tiles)).rejects.toMatchObject({ status: 502 })

  map = await startMapServer(Number(port))
  map.answer(picture(png))
  await expect(show(tiles)).rejects.toMatchObject({ status: 502 })
  expect(map.asked).toHaveLength(0)
  expect((await show()).picture?.bytes).toEqual(png)
})

it.each([403, 429, 503])('leaves a map’s server in peace for a while that answers %i, and says so', async (refusal) => {
  map.answer(status(refusal))
  const warn = jest.fn()
  const tiles = start(map.template, warn)
  for (let attempt = 0; attempt < 3; attempt++) await expect(show(tiles)).rejects.toMatchObject({ status: 502 })
  map.answer(picture(png))

  await expect(show(tiles)).rejects.toMatchObject({ status: 502 })
  expect(map.asked).toHaveLength(3)
  expect(warn).toHaveBeenCalledTimes(3)
})

it('goes on asking a map’s server that merely has no tile there', async () => {
  map.answer(status(404))
  const tiles = start()
  for (let attempt = 0; attempt < 4; attempt++) await expect(show(tiles)).rejects.toMatchObject({ status: 502 })
  map.answer(picture(png))
  expect((await show(tiles)).picture?.bytes).toEqual(png)
})

it('leaves a map’s server in peace whose pictures do not end', async () => {
  map.answer((response) => response.writeHead(200, { 'content-type': 'image/png' }).write(png))
  const source = createTileSource({
    template: map.template,
    publicUrl: 'https://example.ru',
    log: { warn: () => undefined },
    timeoutMs: 50,
  })
  for (let attempt = 0; attempt < 4; attempt++) await expect(source.fetch(TILE)).rejects.toThrow()
  expect(map.asked).toHaveLength(3)
})

it('does not fetch for one address without end, who still sees what is there', async () => {
  const tiles = start()
  const ask = (x: number) =>
    tiles.show({ z: 16, x, y: 0 }, { address: '198.51.100.9' }).catch((refused: unknown) => refused)
  for (let hundred = 0; hundred < 6; hundred++) {
    await Promise.all(Array.from({ length: 100 }, (_nothing, x) => ask(hundred * 100 + x)))
  }
  expect(map.asked).toHaveLength(600)

  expect(await ask(600)).toMatchObject({ status: 429 })
  expect(await ask(599)).toMatchObject({ picture: { bytes: png }, isStale: false })
  await makeOlder(31)
  expect(await ask(599)).toMatchObject({ picture: { bytes: png }, isStale: true })
  expect(map.asked).toHaveLength(600)
  expect((await show(tiles)).picture?.bytes).toEqual(png)
})

it('fetches anew what was damaged on the disk', async () => {
  await show()
  for (const file of await tileFiles()) await writeFile(file, 'half a ti')
  expect((await show()).picture?.bytes).toEqual(png)
})

it('never shows squares of another map', async () => {
  await show()
  map.answer(picture(newPicture, 'image/webp'))
  expect((await show(start(`${map.template}?style=2`))).picture?.bytes).toEqual(newPicture)
})

it('shows a tile even when it cannot be kept', async () => {
  await writeFile(tilesFolder(dataDir), 'a file where the folder should be')
  expect((await show()).picture?.bytes).toEqual(png)
})

it('keeps so much and removes what was fetched longest ago', async () => {
  const folder = openTileFolder(tilesFolder(dataDir), map.template)
  await folder.put({ z: 5, x: 1, y: 0 }, Buffer.alloc(100))
  const [oldest = ''] = await tileFiles()
  await makeOlder(20)
  for (const x of [2, 3]) await folder.put({ z: 5, x, y: 0 }, Buffer.alloc(100))

  await removeOldestTiles(tilesFolder(dataDir), 2 * 4096)

  expect(await folder.read({ z: 5, x: 1, y: 0 })).toBeUndefined()
  expect(await folder.read({ z: 5, x: 2, y: 0 })).toBeDefined()
  expect(await folder.read({ z: 5, x: 3, y: 0 })).toBeDefined()
  await expect(stat(path.dirname(oldest))).rejects.toThrow('ENOENT')
})

it('has nothing to remove where no map was ever looked at', async () => {
  await expect(removeOldestTiles(tilesFolder(dataDir), 0)).resolves.toBeUndefined()
})
