import type { Browser, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { launchBrowser, openVisit, PHONE, waitForProgram } from '@support/browser'
import { sharedDemoServer } from '@support/demo-data'

const PROGRAM = /assets\/[^/]+\.(?:js|css)$/
const CHUNKS = /assets\/(?!start)[^/]+\.(?:js|css)$/

const server = sharedDemoServer()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function openPhone(): Promise<Page> {
  // What a service worker answers passes no route.
  const { page } = await openVisit(browser, server.url, { viewport: PHONE, serviceWorkers: 'block' })
  return page
}

/** The network loses each file at its first request. */
async function loseEachOnce(page: Page, files = PROGRAM): Promise<Set<string>> {
  const lost = new Set<string>()
  await page.route(files, async (route) => {
    const url = route.request().url()
    if (lost.has(url)) return route.continue()
    lost.add(url)
    await route.abort('connectionreset')
  })
  return lost
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Страница загрузилась не полностью' })

describe('each file of the program that is lost once comes again', () => {
  it('a rendered page does what was pressed', async () => {
    const page = await openPhone()
    const lost = await loseEachOnce(page)
    await page.goto(paths.heroes, { waitUntil: 'domcontentloaded' })
    const menu = page.getByRole('button', { name: 'Меню' })
    await menu.click()

    await page.getByRole('link', { name: 'Мемориалы' }).first().waitFor({ state: 'visible' })
    expect(await menu.getAttribute('aria-busy')).toBeNull()
    expect(await notice(page).count()).toBe(0)
    expect(lost.size).toBeGreaterThan(4)
    await page.context().close()
  })

  it('a map shows with its style sheet', async () => {
    const page = await openPhone()
    const lost = await loseEachOnce(page)
    await page.goto(paths.memorial(1))
    await page.getByRole('heading', { name: 'Место захоронения' }).scrollIntoViewIfNeeded()
    await page.getByRole('application', { name: 'Карта места захоронения' }).waitFor()
    expect([...lost].some((url) => url.endsWith('.css'))).toBe(true)
    await page.context().close()
  })

  it('a form stands where nothing was rendered, and leads to the next screen', async () => {
    const page = await openPhone()
    await loseEachOnce(page)
    await page.goto(paths.login)
    await page.getByLabel('E-mail').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Забыли пароль?' }).click()
    await page.waitForURL(`**${paths.forgotPassword}`)
    await page.getByRole('button', { name: /Отправить|Получить|Восстановить/ }).waitFor()
    expect(await notice(page).count()).toBe(0)
    await page.context().close()
  })
})

describe.each([
  ['the first script', PROGRAM],
  ['all that follows the first script', CHUNKS],
])('when the network never brings %s', (_what, files) => {
  it('a rendered page says so, can be read, and lets go of what was pressed', async () => {
    const page = await openPhone()
    await page.route(files, (route) => route.abort('connectionreset'))
    await page.goto(paths.heroes, { waitUntil: 'domcontentloaded' })
    const menu = page.getByRole('button', { name: 'Меню' })
    await menu.click()
    expect(await menu.getAttribute('aria-busy')).toBe('true')

    await notice(page).waitFor()
    expect(await menu.getAttribute('aria-busy')).toBeNull()
    await menu.click()
    expect(await menu.getAttribute('aria-busy')).toBeNull()
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)

    await page.unroute(files)
    await page.getByRole('button', { name: 'Обновить' }).click()
    await waitForProgram(page)
    expect(await notice(page).count()).toBe(0)
    await page.context().close()
  })

  it('an empty page says so, and fills by itself when the network is back', async () => {
    const page = await openPhone()
    await page.route(files, (route) => route.abort('connectionreset'))
    await page.goto(paths.login, { waitUntil: 'domcontentloaded' })
    await notice(page).waitFor()

    await page.unroute(files)
    await page.getByLabel('E-mail').waitFor()
    await notice(page).waitFor({ state: 'detached' })
    await page.context().close()
  })
})
