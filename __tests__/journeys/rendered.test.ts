import type { Browser, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import {
  DESKTOP,
  launchBrowser,
  openVisit,
  PHONE,
  saveData,
  takeLayoutShift,
  waitForProgram,
  watchLayoutShifts,
} from '@support/browser'
import { demoAccount } from '@support/demo-accounts'
import { sharedDemoServer } from '@support/demo-data'

/** What the server renders. */
const RENDERED = [
  paths.landing,
  paths.memorials,
  `${paths.memorials}?page=2&sort_by=birth_date`,
  paths.heroes,
  paths.memorial(1),
  paths.cooperation,
  paths.tariffs,
  paths.howItWorks,
  paths.consent,
  '/no-such-page',
]

/** Of the cumulative layout shift, when fonts of the system give way to ours. */
const SHIFT_MOST = 0.02
/** In brotli: the libraries take 148 KB of it, React DOM alone 54 KB. */
const READERS_PROGRAM_BYTES = 213_000
const isFont = (path: string) => path.endsWith('.woff2')

/** The families of our own fonts that have come. */
const facesOf = (page: Page) =>
  page.evaluate(() => {
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
    // Chromium has some names in quotes.
    return loaded.map(({ family }) => family.replaceAll('"', '')).filter((family) => !family.includes('Fallback'))
  })

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

describe.each([DESKTOP, PHONE])('at %j', (viewport) => {
  it.each(RENDERED)('%s stands without the program, which takes it over as it is', async (address) => {
    const { page, complaints } = await openVisit(browser, server.url, { viewport })
    await saveData(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.route(
      ({ pathname }) => isFont(pathname),
      (route) => route.abort(),
    )
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForFunction(() => window.earlyEvents === undefined)
    expect(requests.filter((path) => path.endsWith('.js'))).toHaveLength(1)
    // A map that is near replaces its placeholder, and finds no tiles here.
    const textAboveMap = async () => (await page.locator('main').innerText()).split(/Загрузка карты|\n\+\n/)[0]?.trim()
    const text = await textAboveMap()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)

    requests.length = 0
    await page.keyboard.press('Shift')
    await waitForProgram(page)
    await page.waitForLoadState('networkidle')

    // The number of candles alone is asked for anew: a rendered page may be a minute old.
    const asked = requests.filter((path) => path.startsWith('/api/'))
    expect(asked.filter((path) => !path.endsWith('/candles'))).toEqual([])
    expect(await textAboveMap()).toBe(text)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    // React tells of HTML that is not what it would have made as an error of the page.
    expect(complaints).toEqual({ scripts: [], foreign: [] })
    await page.context().close()
  })
})

describe('letters of our own', () => {
  it.each([...RENDERED, paths.login])('are there on %s without a touch', async (address) => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    await page.goto(address, { waitUntil: 'networkidle' })
    // /login is drawn by the program.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(async () => void (await document.fonts.ready))

    expect(await facesOf(page)).toEqual(expect.arrayContaining(['Golos Text Variable', 'PT Serif']))
    await page.context().close()
  })

  it.each([paths.landing, paths.memorials, paths.memorial(1)])(
    'move nothing when they come late to %s',
    async (address) => {
      const { page } = await openVisit(browser, server.url, { viewport: PHONE })
      await watchLayoutShifts(page)
      let sendFonts = () => {}
      const areSent = new Promise<void>((resolve) => (sendFonts = resolve))
      await page.route(
        ({ pathname }) => isFont(pathname),
        async (route) => {
          await areSent
          await route.continue()
        },
      )
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await facesOf(page)).toEqual([])
      sendFonts()
      await page.waitForLoadState('networkidle')

      expect(await facesOf(page)).toContain('PT Serif')
      expect(await takeLayoutShift(page)).toBeLessThan(SHIFT_MOST)
      await page.context().close()
    },
  )
})

/** Runs in the page: records the scripts that are added until React takes the page over. */
function recordScripts(): void {
  const scripts: string[] = []
  Object.assign(window, { scripts })
  new MutationObserver((changes) => {
    const root = document.getElementById('root') ?? {}
    if (Object.keys(root).some((key) => key.startsWith('__reactContainer'))) return
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLScriptElement && node.src) scripts.push(node.src)
    }
  }).observe(document, { childList: true, subtree: true })
}

it('the program of a rendered page comes by itself, with no more than a reader of a memorial needs', async () => {
  const { page } = await openVisit(browser, server.url, { viewport: PHONE, serviceWorkers: 'block' })
  await page.addInitScript(recordScripts)
  await page.goto(paths.memorial(1))
  await waitForProgram(page)

  const sizes = await page.evaluate(() =>
    (window as unknown as { scripts: string[] }).scripts.map((src) => {
      const [script] = performance.getEntriesByName(src) as PerformanceResourceTiming[]
      return script?.encodedBodySize ?? 0
    }),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThan(READERS_PROGRAM_BYTES)
  await page.context().close()
})

describe('before the program', () => {
  it.each([
    ['at once', /assets\/[^/]+\.js$/],
    ['when only the first script has come', /assets\/(?!start)[^/]+\.js$/],
  ])('a button that is pressed shows that it was heard, %s, and then does what it should', async (_when, held) => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    let sendProgram = () => {}
    const isWanted = new Promise<void>((resolve) => (sendProgram = resolve))
    await page.route(held, async (route) => {
      await isWanted
      await route.continue()
    })
    await page.goto(paths.heroes, { waitUntil: 'domcontentloaded' })
    const menu = page.getByRole('button', { name: 'Меню' })
    await menu.waitFor()
    const isHeard = await menu.evaluate((button) => {
      ;(button as HTMLButtonElement).click()
      return button.ariaBusy
    })
    expect(isHeard).toBe('true')

    sendProgram()
    await page.getByRole('link', { name: 'Мемориалы' }).first().waitFor({ state: 'visible' })
    expect(await menu.getAttribute('aria-busy')).toBeNull()
    expect(await menu.getAttribute('aria-expanded')).toBe('true')
    await page.context().close()
  })

  it('a memorial is shared by what the device offers', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async (shared: ShareData) => void Object.assign(window, { shared }),
      })
    })
    await page.route(/assets\/[^/]+\.js$/, (route) => route.abort())
    await page.goto(paths.memorial(1), { waitUntil: 'domcontentloaded' })
    const button = page.getByRole('button', { name: 'Поделиться' }).first()
    await button.click()

    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)
    expect(shared.url).toMatch(new RegExp(`${paths.memorial(1)}$`))
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(
      new RegExp(shared.title?.split(' ')[0] ?? 'nobody', 'i'),
    )
    expect(await button.getAttribute('aria-busy')).toBeNull()
    await page.context().close()
  })

  it('a voice is heard at once, and goes on in the controls when the program is there', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    let sendProgram = () => {}
    const isWanted = new Promise<void>((resolve) => (sendProgram = resolve))
    await page.route(/assets\/[^/]+\.js$/, async (route) => {
      await isWanted
      await route.continue()
    })
    await page.goto(paths.memorial(1), { waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: /^Услышать голос/ }).click()
    const voice = page.locator('header audio')
    const second = () => voice.evaluate((audio: HTMLAudioElement) => audio.currentTime)
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0)
    const heardUntil = await second()
    expect(await voice.isVisible()).toBe(true)
    expect(await voice.evaluate((audio) => audio === document.activeElement)).toBe(true)

    sendProgram()
    const pause = page.getByRole('button', { name: /^Пауза: / })
    await pause.waitFor()
    expect(await voice.isVisible()).toBe(false)
    expect(await pause.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await second()).toBeGreaterThanOrEqual(heardUntil)
    await pause.click()
    expect(await voice.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true)
    await page.context().close()
  })

  it('a press of a button is not lost', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    await page.goto(paths.heroes, { waitUntil: 'load' })
    // Without moving a pointer or the focus first.
    await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-controls="site-menu"]')?.click())
    await page.keyboard.press('Shift')
    await page.getByRole('link', { name: 'Мемориалы' }).first().waitFor({ state: 'visible' })
    expect(await page.getByRole('button', { name: 'Меню' }).getAttribute('aria-expanded')).toBe('true')
    await page.context().close()
  })

  it.each([paths.memorial(1), paths.memorials, paths.privacyPolicy])(
    '%s stays where the reader is when the program comes, after it was opened anew too',
    async (address) => {
      const { page } = await openVisit(browser, server.url)
      await page.goto(address, { waitUntil: 'load' })
      for (const [visit, scrolled] of [400, 300].entries()) {
        if (visit > 0) await page.reload({ waitUntil: 'load' })
        await page.mouse.move(300, 300)
        await page.mouse.wheel(0, scrolled)
        await page.waitForFunction((from) => scrollY > from, 300 * (visit + 1))
        const place = await page.evaluate(() => scrollY)
        await waitForProgram(page)
        await page.waitForLoadState('networkidle')
        // The fonts come then too: the browser keeps the line that is being read in its place, and may round a pixel.
        expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThanOrEqual(2)
      }
      await page.context().close()
    },
  )

  it('what is typed is searched for', async () => {
    const { page } = await openVisit(browser, server.url)
    let sendProgram = () => {}
    const isTyped = new Promise<void>((resolve) => (sendProgram = resolve))
    await page.route(/assets\/(?!start)[^/]+\.js$/, async (route) => {
      await isTyped
      await route.continue()
    })
    await page.goto(paths.memorials, { waitUntil: 'load' })
    await page.getByRole('textbox', { name: 'Фамилия' }).pressSequentially('абыз')
    sendProgram()
    await page.waitForURL(/lastname=/)
    await page.getByRole('heading', { name: /Абызова/ }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Фамилия' }).inputValue()).toBe('абыз')
    await page.context().close()
  })

  it('a field that has the focus before the first script is here wakes it', async () => {
    const { page } = await openVisit(browser, server.url)
    let sendStart = () => {}
    const isWanted = new Promise<void>((resolve) => (sendStart = resolve))
    await page.route(/assets\/start[^/]*\.js$/, async (route) => {
      await isWanted
      await route.continue()
    })
    // Where the first paint comes before the pictures, the page loads no further without that script.
    await page.goto(paths.memorials, { waitUntil: 'domcontentloaded' })
    await page.getByRole('textbox', { name: 'Фамилия' }).focus()
    sendStart()
    await waitForProgram(page)
    await page.context().close()
  })

  it('a link leads on', async () => {
    const { page } = await openVisit(browser, server.url)
    await page.route(/\.js$/, (route) => route.abort())
    await page.goto(paths.memorials)
    await page.getByRole('link', { name: 'Страница 2' }).click()
    await page.waitForURL(/page=2/)
    await page.context().close()
  })
})

it('four tariffs stand in three columns', async () => {
  const { page } = await openVisit(browser, server.url, { viewport: DESKTOP })
  await page.goto(paths.tariffs)
  const cards = page.getByRole('article')
  await cards.nth(3).waitFor()
  const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect))
  expect(boxes).toHaveLength(4)
  expect(new Set(boxes.map(({ left }) => Math.round(left))).size).toBe(3)
  expect(new Set(boxes.slice(0, 3).map(({ top }) => top)).size).toBe(1)
  await page.context().close()
})

it('an owner who opens a rendered page finds the account at once, and what only an owner is told', async () => {
  const { page } = await openVisit(browser, server.url)
  const { email, password } = demoAccount(server, 'owner')
  await page.goto(paths.login)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => url.pathname !== paths.login)

  await page.goto(paths.memorial(1))
  await page.getByRole('link', { name: 'Личный кабинет' }).waitFor()
  await page.getByRole('button', { name: 'Редактировать' }).waitFor()
  await page.context().close()
})
