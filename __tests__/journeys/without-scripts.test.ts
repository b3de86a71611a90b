import type { Browser, Page } from 'playwright-core'
import { API_BASE_PATH, LIT_CANDLE_ID, paths } from '@contract/paths'
import type { CandleCounts } from '@contract/remembering'
import { launchBrowser, openVisit, PHONE } from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

const server = sharedDemoServer()
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  ;({ page } = await openVisit(browser, server.url, { javaScriptEnabled: false, viewport: PHONE }))
})

afterAll(() => browser.close())

it('a memorial can be read', async () => {
  await page.goto(paths.memorial(1))
  await page.getByRole('heading', { level: 1, name: 'Абызова Марьям Галиевна' }).waitFor()
  // The dates hold no-break spaces.
  const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ')
  expect(text).toContain('17 сентября 1908 — 8 февраля 1993')
  for (const part of ['Биография', 'Место захоронения', 'Координаты:', 'Слова памяти']) expect(text).toContain(part)
  expect(text).not.toContain('Загрузка')
  expect(
    await page.getByRole('img', { name: /^Фото:/ }).evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(100)
})

it('its photographs are seen, and its voice is heard', async () => {
  await page.goto(paths.memorial(1))
  const photo = page.locator('#photos li img[srcset]').first()
  await photo.scrollIntoViewIfNeeded()
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('#photos li img[srcset]')
    return image?.complete && image.naturalWidth > 100
  })
  const { width = 0, height = 1 } = (await photo.boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(1.5, 1)
  expect(await page.locator('#audio audio').first().isVisible()).toBe(true)
  await page.locator('#photos li a').first().click()
  await page.waitForURL(/\/media\/.*\/picture\.jpg$/)
})

it.each([paths.memorials, paths.heroes])('%s can be searched, sorted and paged', async (address) => {
  await page.goto(address)
  const first = () => page.locator('article h2').first().innerText()
  const ascending = await first()
  expect(await page.getByLabel('Порядок').isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Уточнить' }).click()
  await page.getByLabel('Порядок').selectOption('desc')
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.waitForURL(/sort_order=desc/)
  const last = await first()
  expect(last).not.toBe(ascending)

  const lastname = page.getByRole('textbox', { name: 'Фамилия' })
  if (!(await lastname.isVisible())) await page.getByRole('link', { name: 'Уточнить' }).click()
  await lastname.fill(last.split(' ')[0] ?? '')
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.waitForURL(/lastname=[^&]/)
  expect(await first()).toBe(last)
  expect(await page.locator('article').count()).toBeLessThan(12)
})

it('a candle is lit, and the page says that it burns', async () => {
  await page.goto(paths.memorial(2))
  const burns = page.locator(`#${LIT_CANDLE_ID}`)
  expect(await burns.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Зажечь свечу' }).click()
  await page.waitForURL(/#candle-burns$/)
  const scene = page.locator('noscript > [aria-hidden]').filter({ has: page.locator('svg') })
  expect(await scene.evaluate((element) => getComputedStyle(element).display)).toBe('grid')
  await burns.waitFor({ state: 'visible' })
  expect(await burns.innerText()).toMatch(/^Свеча горит до.завтра$/)
  // The number on the page may be a minute old: a candle renders no page anew.
  const counted = await fetch(new URL(`${API_BASE_PATH}/memorial/2/candles`, server.url))
  expect(((await counted.json()) as CandleCounts).lit_today).toBeGreaterThan(0)
})

it('the ways of the header are open on a phone', async () => {
  await page.goto(paths.landing)
  await page.getByRole('navigation', { name: 'Разделы сайта' }).getByRole('link', { name: 'Герои СВО' }).click()
  await page.getByRole('heading', { level: 1, name: 'Герои СВО' }).waitFor()
})

it('a page of an account says what it needs', async () => {
  await page.goto(paths.login)
  expect(await page.locator('body').innerText()).toContain('включите, пожалуйста, JavaScript')
})
