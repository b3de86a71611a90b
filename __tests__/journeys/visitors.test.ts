import type { Browser, Page } from 'playwright-core'
import { API_BASE_PATH, LEGAL_BASE_PATH, paths } from '@contract/paths'
import { axeFindings } from '@support/axe'
import {
  type Complaints,
  DESKTOP,
  launchBrowser,
  openVisit,
  PHONE,
  sidewaysScroll,
  takeLayoutShift,
  waitForProgram,
  watchLayoutShifts,
} from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

const NARROWEST = { width: 320, height: 640 }

/** What anyone sees without an account. */
const SCREENS = [
  paths.landing,
  paths.memorials,
  `${paths.memorials}?lastname=нетникого`,
  paths.heroes,
  paths.cooperation,
  paths.tariffs,
  paths.howItWorks,
  paths.privacyPolicy,
  paths.confidentialityPolicy,
  paths.userAgreement,
  paths.consent,
  '/no-such-page',
]

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

/** Opened, with its data there. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.body.innerText.includes('Загрузка'))
}

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
  ['light', NARROWEST],
] as const)('in %s colours, %j', (colorScheme, viewport) => {
  let page: Page
  let complaints: Complaints

  beforeAll(async () => {
    ;({ page, complaints } = await openVisit(browser, server.url, { colorScheme, viewport }))
  })
  afterAll(() => page.context().close())

  it.each(SCREENS)('%s is for everyone, fits, and asks nobody else', async (address) => {
    await open(page, address)
    expect(await axeFindings(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})

/** What has the focus, and whether one can see that it has it. */
function focusOf(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    const { x, y } = element.getBoundingClientRect()
    return {
      element: `${element.tagName} «${element.textContent.slice(0, 40)}» at ${Math.round(x)}, ${Math.round(y + scrollY)}`,
      isSeen: outlineStyle !== 'none' || boxShadow !== 'none' || element.matches('input, select'),
    }
  })
}

describe('by keyboard', () => {
  let page: Page

  beforeAll(async () => {
    ;({ page } = await openVisit(browser, server.url))
  })
  afterAll(() => page.context().close())

  it.each(SCREENS)('%s can be gone through, and one sees where one is', async (address) => {
    await open(page, address)
    const links = page.locator('a[href]:visible, button:visible:enabled, input:visible, select:visible')
    const reachable = await links.count()

    const reached = new Set<string>()
    for (let press = 0; press < reachable; press++) {
      await page.keyboard.press('Tab')
      const focus = await focusOf(page)
      if (!focus) continue
      expect(focus).toEqual({ ...focus, isSeen: true })
      reached.add(focus.element)
    }

    expect(reached.size).toBe(reachable)
  })
})

describe.each([true, false])('Back from a memorial, with the program there: %s', (isProgramThere) => {
  it('finds the list where it was left: page, filters and place', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    if (!isProgramThere) await page.route('**/*.js', (route) => route.abort())
    await open(page, `${paths.memorials}?sort_by=birth_date&page=2`)
    await page.mouse.wheel(0, 1500)
    if (isProgramThere) await waitForProgram(page)
    const link = page.getByRole('link', { name: 'Посетить страницу' }).nth(3)
    await link.scrollIntoViewIfNeeded()
    // Where the visitor is when the link is followed: a press may scroll a little first.
    await page.evaluate(() =>
      addEventListener('click', () => sessionStorage.setItem('left-at', String(scrollY)), { capture: true }),
    )
    await link.click()
    await page.waitForURL(/\/memorials\/\d+$/)
    await page.getByText('Слова памяти').first().waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    const left = Number(await page.evaluate(() => sessionStorage.getItem('left-at')))
    expect(left).toBeGreaterThan(500)
    await page.goBack()

    await page.waitForURL('**/memorials?sort_by=birth_date&page=2')
    await page.waitForFunction((place) => Math.abs(scrollY - place) < 2, left)
    await page.context().close()
  })
})

/** By the name of the link in the footer. */
const WAIT_FOR_DATA = ['Тарифы', 'Сотрудничество', 'Политика обработки персональных данных']

describe.each([DESKTOP, PHONE])('a screen that the program opens at %j', (viewport) => {
  it.each(WAIT_FOR_DATA)('«%s» keeps the place of what it waits for, and nothing moves when it comes', async (name) => {
    const { page } = await openVisit(browser, server.url, { viewport, serviceWorkers: 'block' })
    await watchLayoutShifts(page)
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => (answer = resolve))
    for (const path of [API_BASE_PATH, LEGAL_BASE_PATH]) {
      await page.route(`**${path}/**`, async (route) => {
        await isAnswered
        await route.continue()
      })
    }
    await page.goto(paths.howItWorks)
    await page.keyboard.press('Shift')
    await waitForProgram(page)
    await page.evaluate(() => document.fonts.ready)
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    const waiting = page.getByRole('main').getByRole('status').filter({ hasText: 'Загрузка' })
    await waiting.waitFor()
    await page.waitForFunction(() => scrollY === 0)
    const footerAt = (await page.getByRole('contentinfo').boundingBox())?.y
    expect(footerAt).toBeGreaterThan(viewport.height)
    await takeLayoutShift(page)

    answer()
    await waiting.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('article').first().waitFor()

    expect(await takeLayoutShift(page)).toBe(0)
    await page.context().close()
  })
})

it.each([320, 360, 600, 700, 900])('a long name fits a screen of %i pixels', async (width) => {
  const { page } = await openVisit(browser, server.url, { viewport: { width, height: 800 } })
  await open(page, paths.memorials)
  await page.getByRole('link', { name: 'Посетить страницу' }).first().click()
  await page.waitForURL(/\/memorials\/\d+$/)
  await page.getByText('Слова памяти').first().waitFor()

  for (const name of ['Христорождественская Анна Вячеславовна', 'Ж'.repeat(100)]) {
    await page.getByRole('heading', { level: 1 }).evaluate((title, text) => (title.textContent = text), name)
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.context().close()
})

const ABSENT_IN_PRINT = [
  'Меню',
  'Мемориалы',
  'Документы',
  'Поддержка',
  'Загрузка',
  'Скопировать',
  'PDF',
  'Архив памяти',
]

it('a memorial is printed without ways to go and without what has not come yet', async () => {
  const { page } = await openVisit(browser, server.url, { viewport: PHONE })
  await open(page, paths.memorials)
  await page.getByRole('link', { name: 'Посетить страницу' }).first().click()
  await page.getByRole('heading', { name: 'QR-код' }).waitFor()
  // All is there but the map, which is below what a phone shows.
  await page.getByText('Загрузка карты').waitFor()
  await page.emulateMedia({ media: 'print' })

  const printed = await page.evaluate(() => document.body.innerText)
  expect(printed).toContain('Место захоронения')
  expect(printed).toContain(new URL(page.url()).pathname)
  for (const absent of ABSENT_IN_PRINT) expect(printed).not.toContain(absent)
  await page.context().close()
})
