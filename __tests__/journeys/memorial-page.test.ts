import type { Browser, Locator, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import {
  DESKTOP,
  launchBrowser,
  openVisit,
  PHONE,
  takeLayoutShift,
  waitForProgram,
  watchLayoutShifts,
} from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

/** In px: spaced letters and the rounding of a browser are no other axis. */
const OFF_AXIS_MOST = 3
/** Of the cumulative layout shift. Centred lines are a little wider or narrower once their font has come. */
const SHIFT_MOST = 0.001

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function open(viewport: { width: number; height: number }): Promise<Page> {
  const { page } = await openVisit(browser, server.url, { viewport, permissions: ['clipboard-write'] })
  await watchLayoutShifts(page)
  await page.goto(paths.memorial(1), { waitUntil: 'load' })
  return page
}

const name = (page: Page) => page.getByRole('heading', { level: 1, name: 'Абызова Марьям Галиевна' })
const portrait = (page: Page) => page.getByRole('img', { name: /^Фото:/ })

const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

/** Of the text itself, not of the element around it. */
const textBoxOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().toJSON() as DOMRect
  })

describe.each([DESKTOP, PHONE])('at %j', (viewport) => {
  let page: Page

  beforeAll(async () => {
    page = await open(viewport)
  })
  afterAll(() => page.context().close())

  it('portrait, surname, name and days stand one under another on one axis', async () => {
    const boxes = [
      await boxOf(portrait(page)),
      await textBoxOf(name(page).locator('span')),
      await textBoxOf(name(page)),
      await textBoxOf(page.getByText(/^17.сентября 1908/)),
    ]

    const axis = viewport.width / 2
    for (const { left, width } of boxes) expect(Math.abs(left + width / 2 - axis)).toBeLessThan(OFF_AXIS_MOST)
    const tops = boxes.map(({ top }) => top)
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
  })

  it('the surname is smaller than the name, and stands on a line of its own', async () => {
    const fontSize = (locator: Locator) =>
      locator.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(await fontSize(name(page).locator('span'))).toBeLessThan(await fontSize(name(page)))
    expect(await name(page).innerText()).toBe('АБЫЗОВА\nМарьям Галиевна')
  })

  it('the portrait is as large as it should be, on its own tone', async () => {
    const { left, width, height } = await boxOf(portrait(page))
    if (viewport === PHONE) expect([left, width]).toEqual([0, viewport.width])
    else expect(Math.round(width / 10)).toBe(42)
    expect(height / width).toBeCloseTo(1.25, 2)
    const ground = portrait(page).locator('..')
    expect(await ground.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(174, 180, 174)')
  })

  it('nothing moves while it loads and while the program takes it over', async () => {
    await page.keyboard.press('Shift')
    await waitForProgram(page)
    await page.waitForLoadState('networkidle')

    expect(await takeLayoutShift(page)).toBeLessThan(SHIFT_MOST)
  })
})

it('a press of «Поделиться» before the program is there copies the address all the same', async () => {
  const page = await open(PHONE)
  await page.getByRole('button', { name: 'Поделиться' }).first().click()

  await page.getByText('Адрес страницы скопирован').first().waitFor()
  await page.context().close()
})

it('nobody shares a print', async () => {
  const page = await open(DESKTOP)
  await page.emulateMedia({ media: 'print' })

  expect(await page.getByRole('button', { name: 'Поделиться' }).count()).toBe(0)
  expect(await page.evaluate(() => document.body.innerText)).toContain('Марьям Галиевна')
  await page.context().close()
})
