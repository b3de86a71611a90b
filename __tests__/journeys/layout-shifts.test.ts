import type { Browser, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { launchBrowser, openVisit, PHONE, waitForProgram } from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function openMemorial(): Promise<Page> {
  const { page } = await openVisit(browser, server.url, { viewport: PHONE })
  await page.goto(paths.memorial(1))
  await waitForProgram(page)
  await page.waitForLoadState('networkidle')
  return page
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

it.each([
  ['has no tiles', /\/tiles\//],
  ['does not load', /assets\/[^/]+\.js$/],
])('a map that %s moves nothing on the page', async (_how, missing) => {
  const page = await openMemorial()
  const burialPlace = page.getByRole('region', { name: 'Место захоронения' })
  expect(await burialPlace.textContent()).toContain('Загрузка карты')
  const height = await heightOf(page)

  await page.route(missing, (route) => route.abort())
  await burialPlace.scrollIntoViewIfNeeded()
  await burialPlace.getByText('Карта не загрузилась').waitFor()

  expect(await heightOf(page)).toBe(height)
  await page.context().close()
})

it('a voice that is played moves nothing on the page', async () => {
  const page = await openMemorial()
  const height = await heightOf(page)

  await page.getByRole('button', { name: /^Услышать голос/ }).click()
  await page.locator('header').getByRole('slider').waitFor()

  expect(await heightOf(page)).toBe(height)
  await page.context().close()
})
