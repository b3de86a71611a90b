import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TileType } from 'pmtiles'
import sharp from 'sharp'
import { openTileFile } from '@server/tiles/tile-file'
import { type MapServer, picture, startMapServer } from '@support/map-server'
import { smallPicture } from '@support/photographs'
import { type MadeFeature, vectorTile, writePmtiles } from '@support/pmtiles'
import { startTestApp, type TestApp } from '@support/server-app'

const CEMETERY: MadeFeature = {
  layer: 'landuse',
  shape: 'area',
  places: [
    [0, 0],
    [2048, 0],
    [2048, 2048],
    [0, 2048],
  ],
  properties: { kind: 'cemetery' },
}
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
  places: [[4000, 3000]],
  properties: { kind: 'village', name: 'Село <Берёзовка> & ко' },
}

let folder: string
let map: MapServer
let server: TestApp | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-tile-file-'))
  map = await startMapServer()
  map.answer(picture(await smallPicture('png')))
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(async () => {
  await map.close()
  await rm(folder, { recursive: true, force: true })
})

async function startWith(tileType: TileType, tiles: Parameters<typeof writePmtiles>[2]) {
  const file = path.join(folder, `${tileType}.pmtiles`)
  await writePmtiles(file, tileType, tiles)
  const started = await startTestApp({ TILE_FILE: file, TILE_URL: map.template })
  server = started
  return (tile: string) => started.app.inject(`/tiles/${tile}.png`)
}

it('shows the pictures of the file, and asks nobody else for what it does not have', async () => {
  const png = await smallPicture('png')
  const get = await startWith(TileType.Png, [
    { z: 3, x: 4, y: 2, bytes: png },
    { z: 4, x: 9, y: 5, bytes: await smallPicture('webp') },
  ])

  const tile = await get('3/4/2')
  expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/png'])
  expect(tile.rawPayload).toEqual(png)
  expect((await get('4/9/5')).headers['content-type']).toBe('image/webp')
  expect((await get('3/0/0')).statusCode).toBe(404)
  expect((await get('2/0/0')).statusCode).toBe(404)
  expect(map.asked).toEqual([])
})

it('enlarges the deepest pictures that there are', async () => {
  const [red, blue] = ['#ff0000', '#0000ff'].map((background) => ({
    create: { width: 128, height: 256, channels: 3 as const, background },
  }))
  const halves = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#fff' } })
    .composite([
      { input: await sharp(red).png().toBuffer(), left: 0, top: 0 },
      { input: await sharp(blue).png().toBuffer(), left: 128, top: 0 },
    ])
    .png()
    .toBuffer()
  const get = await startWith(TileType.Png, [{ z: 3, x: 4, y: 2, bytes: halves }])

  expect((await get('4/8/4')).headers['content-type']).toBe('image/svg+xml')
  expect(await colourAt((await get('4/8/4')).rawPayload, 200, 100)).toBe('ff0000')
  expect(await colourAt((await get('5/18/11')).rawPayload, 100, 100)).toBe('0000ff')
})

describe('a file of vector tiles', () => {
  it('is drawn: ground, cemetery, streets', async () => {
    const get = await startWith(TileType.Mvt, [{ z: 14, x: 9, y: 5, bytes: vectorTile([CEMETERY, STREET]) }])
    const tile = await get('14/9/5')
    expect(tile.headers['content-type']).toBe('image/svg+xml')
    expect(await colourAt(tile.rawPayload, 60, 60)).toBe('cfdabf')
    expect(await colourAt(tile.rawPayload, 200, 60)).toBe('f3efe6')
    expect(await colourAt(tile.rawPayload, 200, 192)).toBe('d9a86c')
  })

  it('is drawn deeper than it goes, in its parts', async () => {
    const get = await startWith(TileType.Mvt, [{ z: 14, x: 9, y: 5, bytes: vectorTile([CEMETERY, STREET]) }])
    expect(await colourAt((await get('16/36/20')).rawPayload, 200, 200)).toBe('cfdabf')
    expect(await colourAt((await get('16/39/23')).rawPayload, 200, 200)).toBe('f3efe6')
    // The street runs between the third and the fourth row.
    expect(await colourAt((await get('16/39/23')).rawPayload, 100, 1)).toBe('d9a86c')
  })

  it('names its places, whole and as text', async () => {
    const get = await startWith(TileType.Mvt, [{ z: 14, x: 9, y: 5, bytes: vectorTile([VILLAGE]) }])
    const svg = (await get('14/9/5')).body
    expect(svg).toContain('>Село &lt;Берёзовка&gt; &amp; ко</text>')
    const [, middle] = /<text x="([\d.]+)"/.exec(svg) ?? []
    expect(Number(middle)).toBeLessThan(190)
  })
})

it.each([
  ['no file', 'missing.pmtiles', undefined],
  ['another kind of file', 'text.pmtiles', 'no map at all'.repeat(100)],
])('is not opened where there is %s', async (_what, name, contents) => {
  const file = path.join(folder, name)
  if (contents) await writeFile(file, contents)
  await expect(openTileFile(file)).rejects.toThrow()
})

async function colourAt(svg: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return data.subarray(at, at + 3).toString('hex')
}
