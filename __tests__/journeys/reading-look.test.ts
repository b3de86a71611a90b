import type { Browser, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { READING_LOOK_KEY } from '@client/app/AccessibilityPanel'
import { axeFindings } from '@support/axe'
import {
  type Complaints,
  DESKTOP,
  launchBrowser,
  launchWithLargeLetters,
  openVisit,
  PHONE,
  sidewaysScroll,
} from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

const SWITCH = { name: 'Версия для слабовидящих' }
const SCREENS = [
  paths.landing,
  paths.memorials,
  paths.memorial(1),
  paths.heroes,
  paths.tariffs,
  paths.howItWorks,
  paths.cooperation,
  paths.privacyPolicy,
  paths.login,
  paths.register,
  paths.forgotPassword,
  '/no-such-page',
]

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

const lookOf = (page: Page) =>
  page.evaluate(() => {
    const { fontSize, backgroundColor } = getComputedStyle(document.documentElement)
    return [fontSize, backgroundColor, getComputedStyle(document.body).color]
  })

describe.each([
  ['Самые крупные', 'Чёрным по белому', PHONE, ['32px', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)']],
  ['Крупные', 'Белым по чёрному', DESKTOP, ['24px', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)']],
] as const)('letters «%s», colours «%s», %j', (letters, contrast, viewport, look) => {
  let page: Page
  let complaints: Complaints

  beforeAll(async () => {
    ;({ page, complaints } = await openVisit(browser, server.url, { viewport }))
    await page.goto('/')
    await page.getByRole('button', SWITCH).click()
    await page.getByRole('radio', { name: letters, exact: true }).check()
    await page.getByRole('radio', { name: contrast }).check()
  })
  afterAll(() => page.context().close())

  it.each(SCREENS)('%s has them before the program runs, fits its window and passes axe', async (path) => {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForSelector('#root')
    expect(await lookOf(page)).toEqual(look)

    await page.waitForLoadState('load')
    await page.mouse.move(5, 5)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})

it('the largest letters make no screen wider than the narrowest phone', async () => {
  const { page } = await openVisit(browser, server.url, { viewport: { width: 320, height: 640 } })
  await page.addInitScript((key) => localStorage.setItem(key, JSON.stringify({ letters: 'largest' })), READING_LOOK_KEY)
  const tooWide: string[] = []
  for (const path of SCREENS) {
    await page.goto(path)
    await page.mouse.move(5, 5)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if ((await sidewaysScroll(page)) > 0) tooWide.push(path)
  }
  expect(tooWide).toEqual([])
  await page.context().close()
})

it.each([PHONE, DESKTOP])('letters that the browser makes twice as large fit the window: %j', async (viewport) => {
  const large = await launchWithLargeLetters()
  const { page } = await openVisit(large, server.url, { viewport })
  const tooWide: string[] = []
  for (const path of SCREENS) {
    await page.goto(path)
    await page.mouse.move(5, 5)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect((await lookOf(page))[0]).toBe('32px')
    if ((await sidewaysScroll(page)) > 0) tooWide.push(path)
  }
  await large.close()
  expect(tooWide).toEqual([])
})
