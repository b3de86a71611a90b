import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { readCoordinates } from '@contract/coordinates'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { type MapServer, picture, startMapServer } from '@support/map-server'
import { openAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const SECTION = 'Место захоронения'
const CEMETERY = { latitude: 56.8204, longitude: 35.8312, accuracy: 9 }

let dataDir: string
let map: MapServer
let server: ServerProcess
let browser: Browser
let page: Page
let complaints: Complaints
let address: string

beforeAll(async () => {
  dataDir = await makeDataDir('grave')
  map = await startMapServer()
  const meadow = { width: 256, height: 256, channels: 3 as const, background: '#d5e0c8' }
  map.answer(picture(await sharp({ create: meadow }).png().toBuffer()))
  server = await startServerProcess({ DATA_DIR: dataDir, TILE_URL: map.template })
  const owner = await openAccount(server, dataDir, 'vnuchka@example.org')
  address = `/memorials/${(await owner.createMemorial()).id}`

  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url, { geolocation: CEMETERY }))
  await page.context().grantPermissions(['geolocation'])
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, owner.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await map.close()
  await rm(dataDir, { recursive: true, force: true })
})

const pin = () => page.getByRole('button', { name: /^Метка места захоронения/ })
const typed = () => page.getByLabel('Координаты', { exact: true })
const point = async () => readCoordinates(await typed().inputValue())

/** The coordinates once they are others than these. */
async function pointAfter(before: Awaited<ReturnType<typeof point>>) {
  const old = before ? `${before.latitude}, ${before.longitude}` : ''
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('[name=burial_coordinates]')?.value !== text,
    old,
  )
  return point()
}

async function middleOf(locator: ReturnType<typeof pin>): Promise<{ x: number; y: number }> {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error('Not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('an owner puts the mark', () => {
  it('by a press on the map', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Редактировать' }).click()
    await page.getByRole('button', { name: 'Указать место захоронения' }).click()
    const canvas = page.getByRole('application')
    await page.locator('.leaflet-tile-loaded').first().waitFor()
    await middleOf(canvas)
    await canvas.click({ position: { x: 300, y: 150 } })

    await pin().waitFor()
    expect(await point()).toBeDefined()
  })

  it('by dragging it', async () => {
    const before = await point()
    const { x, y } = await middleOf(pin())
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 30, { steps: 5 })
    await page.mouse.up()

    const after = await pointAfter(before)
    expect(after?.longitude).toBeGreaterThan(before?.longitude ?? NaN)
    expect(after?.latitude).toBeLessThan(before?.latitude ?? NaN)
  })

  it('by the keyboard alone', async () => {
    const before = await point()
    await pin().focus()
    await page.keyboard.press('ArrowLeft')

    const after = await pointAfter(before)
    expect(after?.longitude).toBeLessThan(before?.longitude ?? NaN)
    await page.keyboard.press('ArrowUp')
    expect((await pointAfter(after))?.latitude).toBeGreaterThan(after?.latitude ?? NaN)
  })

  it('by standing there, and the map shows the place', async () => {
    await page.getByRole('button', { name: 'Я сейчас здесь' }).click()

    await page.getByText('Сейчас точность до 9 метров.').waitFor()
    await page.getByRole('button', { name: 'Достаточно' }).click()
    await page.getByText('Место определено с точностью до 9 метров.').waitFor()
    expect(await typed().inputValue()).toBe('56.8204, 35.8312')
    await page.locator('.leaflet-tile-loaded[src*="/tiles/15/"]').first().waitFor()
  })

  it('and finds nothing that a screen reader could not tell', async () => {
    expect(await axeFindings(page)).toEqual([])
  })

  it('and saves it', async () => {
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Место захоронения сохранено').waitFor()
    await page.getByRole('button', { name: 'Готово' }).click()
    await page.getByText('Координаты: 56.8204, 35.8312').waitFor()
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})

describe.each(['light', 'dark'] as const)('a visitor with a phone in %s colours', (colorScheme) => {
  it('finds the grave on the map, and the map does not hold the page up', async () => {
    const visit = await openVisit(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme })
    await visit.page.goto(address)
    await visit.page.getByRole('region', { name: SECTION }).scrollIntoViewIfNeeded()
    const canvas = visit.page.getByRole('application', { name: 'Карта места захоронения' })
    await canvas.locator('.leaflet-tile-loaded').first().waitFor()

    await canvas.locator('.map-pin').waitFor()
    const touchAction = () => canvas.evaluate((element) => getComputedStyle(element).touchAction)
    expect(await touchAction()).toBe('pan-x pan-y')
    await canvas.tap()
    await until(async () => (await touchAction()) === 'none')
    await visit.page.getByRole('heading', { level: 2, name: SECTION }).tap()
    await until(async () => (await touchAction()) === 'pan-x pan-y')

    expect(await axeFindings(visit.page)).toEqual([])
    expect(visit.complaints).toEqual({ scripts: [], foreign: [] })
    await visit.page.context().close()
  })
})

it('in print there are the coordinates and no map', async () => {
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Координаты: 56.8204, 35.8312').waitFor()
  expect(await page.getByRole('application').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
})

it('a wheel scrolls the page past the map', async () => {
  const { x, y } = await middleOf(page.getByRole('application'))
  await page.mouse.move(x, y)
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 200)
  await page.waitForFunction((place) => scrollY !== place, before)
})
