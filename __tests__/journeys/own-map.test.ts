import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { TileType } from 'pmtiles'
import { axeFindings } from '@support/axe'
import { launchBrowser, openVisit, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { vectorTile, writePmtiles } from '@support/pmtiles'
import { openAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const SECTION = 'Место захоронения'
const ON_THE_MAP = { latitude: 56.8204, longitude: 35.8312 }
const OFF_THE_MAP = 'N55.36 E50.61'
const FILE_ZOOM = 14

let dataDir: string
let server: ServerProcess
let browser: Browser
let withStreets: string
let withoutStreets: string

beforeAll(async () => {
  dataDir = await makeDataDir('own-map')
  const file = path.join(dataDir, 'map.pmtiles')
  await writePmtiles(file, TileType.Mvt, tilesAround(ON_THE_MAP))
  server = await startServerProcess({ DATA_DIR: dataDir, TILE_FILE: file })
  const owner = await openAccount(server, dataDir, 'vnuk@example.org')

  async function pageWith(burial_coordinates: string): Promise<string> {
    const { id } = await owner.createMemorial()
    const body = JSON.stringify({ memorial_id: id, burial_coordinates })
    await owner.fetch('/burial/create', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return `/memorials/${id}`
  }
  withStreets = await pageWith('https://www.openstreetmap.org/?mlat=56.8204&mlon=35.8312#map=17/56.8/35.8')
  withoutStreets = await pageWith(OFF_THE_MAP)
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Nine tiles, each with a road from side to side. */
function tilesAround({ latitude, longitude }: typeof ON_THE_MAP) {
  const side = 2 ** FILE_ZOOM
  const radians = (latitude * Math.PI) / 180
  const column = Math.floor(((longitude + 180) / 360) * side)
  const row = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side)
  const road = vectorTile([
    {
      layer: 'roads',
      shape: 'line',
      places: [
        [0, 2048],
        [4096, 2048],
      ],
      properties: { kind: 'highway' },
    },
  ])
  const near = [-1, 0, 1]
  return near.flatMap((x) => near.map((y) => ({ z: FILE_ZOOM, x: column + x, y: row + y, bytes: road })))
}

async function visit(address: string) {
  const opened = await openVisit(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true })
  await opened.page.goto(address)
  const section = opened.page.getByRole('region', { name: SECTION })
  await section.scrollIntoViewIfNeeded()
  return { ...opened, section, map: section.getByRole('application', { name: 'Карта места захоронения' }) }
}

it('a map in one file shows the streets around a grave, and the way there', async () => {
  const { page, complaints, section, map } = await visit(withStreets)
  const tile = map.locator('.leaflet-tile-loaded[src*="/tiles/16/"]').first()
  await tile.waitFor()
  const drawn = await page.request.get((await tile.getAttribute('src')) ?? '')
  expect(drawn.headers()['content-type']).toMatch(/^image\/svg\+xml/)
  await map.locator('.map-pin').waitFor()

  await section.getByText('Проложить маршрут').tap()
  expect(await section.getByRole('link', { name: 'Яндекс Карты' }).getAttribute('href')).toContain('~56.8204,35.8312')
  expect(await axeFindings(page)).toEqual([])
  expect(complaints).toEqual({ scripts: [], foreign: [] })
  await page.context().close()
})

it('where the file ends, the country shows where the grave is', async () => {
  const { page, complaints, section, map } = await visit(withoutStreets)
  await section.getByText(/Пока видно только, в какой части страны это место/).waitFor()
  await map.getByText('Казань').waitFor()
  await map.locator('.map-pin').waitFor()

  expect(await axeFindings(page)).toEqual([])
  expect(complaints).toEqual({ scripts: [], foreign: [] })
  await page.context().close()
})
