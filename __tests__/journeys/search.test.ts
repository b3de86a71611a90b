import type { Browser, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

const FORGIVEN = /Возможно, вы искали/

/** What is typed, whom it finds first, what of the name is marked there, and whether the list says that it only guesses. */
const SEARCHES = [
  ['a name', paths.memorials, 'Журавлёв', 'Журавлёв Григорий Ильич', ['Журавлёв'], false],
  ['a misspelt name', paths.memorials, 'Журафлев', 'Журавлёв Григорий Ильич', ['Жура', 'лёв'], true],
  ['a name on the wrong keyboard', paths.memorials, ',thlybrjd', 'Бердников Семён Игнатьевич', ['Бердников'], true],
  ['years', paths.memorials, '1904-1975', 'Бердников Семён Игнатьевич', [], false],
  ['a hero', paths.heroes, 'Эрдниев', 'Эрдниев Мингиян Саналович', ['Эрдниев'], false],
  ['a misspelt hero', paths.heroes, 'Ирдниев', 'Эрдниев Мингиян Саналович', ['рдниев'], true],
] as const

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === words)
}

const first = (page: Page) => page.getByRole('article').first()
/** Waits until the name leads the list. */
const untilFirstIs = (page: Page, name: string) =>
  page.locator('li:first-child > article').getByRole('heading', { name, exact: true }).waitFor()
const topOf = (page: Page) => first(page).evaluate((element) => element.getBoundingClientRect().top + scrollY)

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('on a phone %s', (_title, javaScriptEnabled) => {
  let page: Page
  let complaints: Complaints

  beforeAll(async () => {
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true, javaScriptEnabled }
    ;({ page, complaints } = await openVisit(browser, server.url, phone))
  })
  afterAll(() => page.context().close())

  it.each(SEARCHES)('%s is found by the one box', async (_what, list, typed, name, marked, isForgiven) => {
    await page.goto(list)
    await search(page, typed)

    await untilFirstIs(page, name)
    expect(await first(page).locator('h2 mark').allInnerTexts()).toEqual(marked)
    expect(await page.getByText(FORGIVEN).count()).toBe(isForgiven ? 1 : 0)
    // Without scripts the ways of the header stand open above it.
    if (javaScriptEnabled) expect(await topOf(page)).toBeLessThan(PHONE.height)
    expect(await sidewaysScroll(page)).toBe(0)
  })

  it('the landing page leads to what is looked for, and the way back from a page to what was found', async () => {
    await page.goto(paths.landing)
    await search(page, 'Журафлев')
    expect(new URL(page.url()).pathname).toBe(paths.memorials)
    await untilFirstIs(page, 'Журавлёв Григорий Ильич')
    await page
      .getByRole('link', { name: /Посетить страницу/ })
      .first()
      .tap()
    await page.getByRole('heading', { level: 1, name: /Журавлёв/ }).waitFor()

    await page.goBack()
    await untilFirstIs(page, 'Журавлёв Григорий Ильич')
    expect(await page.getByRole('searchbox').inputValue()).toBe('Журафлев')
    expect(await page.getByText(FORGIVEN).count()).toBe(1)
  })

  it('an address alone shows the search that it holds', async () => {
    await page.goto(`${paths.memorials}?${new URLSearchParams({ q: 'Журафлев' }).toString()}`)
    await untilFirstIs(page, 'Журавлёв Григорий Ильич')
    expect(await page.getByRole('searchbox').inputValue()).toBe('Журафлев')
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
