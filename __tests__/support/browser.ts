import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { lendBrowser } from './worker/shared-browser'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** The same engine without browser UI: a visit starts in a sixth of the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** How long a wait for a page may take on a busy machine. */
const PATIENCE_MS = 60_000

/** Without these a headless Chromium under root does not start, or looks for hosts that are not ours. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** Chromium's headless shell where it is installed and CHROMIUM_PATH names no other browser. */
export function launchBrowser(): Promise<Browser> {
  const isShellUsed = process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL)
  return lendBrowser(() => launch(isShellUsed ? HEADLESS_SHELL : CHROMIUM))
}

/** The full browser, for what people do outside the page, and for measurements. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(CHROMIUM)
}

/** A browser whose microphone hears this WAV file, again and again, and which lets every page use it. */
export function launchWithMicrophone(wavFile: string): Promise<Browser> {
  const microphone = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
  return launch(CHROMIUM, [...microphone, `--use-file-for-fake-audio-capture=${wavFile}`])
}

/** A browser whose reader has set letters twice as large. */
export function launchWithLargeLetters(): Promise<Browser> {
  return launch(CHROMIUM, ['--blink-settings=defaultFontSize=32'])
}

function launch(executablePath: string, further: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...further], headless: true })
}

/** What a visit must not have: failed scripts, and requests to another host. */
export interface Complaints {
  scripts: string[]
  foreign: string[]
}

const foreignOfAll: string[] = []

/** The requests to other hosts since the last call, of all visits. */
export function takeForeignRequests(): string[] {
  return foreignOfAll.splice(0)
}

/** A new visitor: no cookies, and a storage of its own. */
export async function openVisit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: Complaints }> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: DESKTOP,
    baseURL: origin,
    // axe cannot judge the colours of elements that are still fading.
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(ignorePointerInCorner)
  const page = await context.newPage()
  const complaints: Complaints = { scripts: [], foreign: [] }
  page.on('pageerror', (error) => complaints.scripts.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) {
      complaints.scripts.push(message.text())
    }
  })
  // For all its tabs, and its service worker.
  context.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(origin) || /^(data|blob):/.test(url)) return
    complaints.foreign.push(url)
    foreignOfAll.push(url)
  })
  return { page, complaints }
}

/**
 * The headless shell sends some new pages pointer events in their corner, without any real pointer, and the application
 * would hydrate for a reader who has done nothing. Runs in the page, before any of its own scripts.
 */
function ignorePointerInCorner(): void {
  const ignore = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
  }
  addEventListener('pointermove', ignore, { capture: true })
}

/** By how many pixels the page is wider than its window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

type WindowWithShifts = Window & { layoutShifts: number[] }

/** From the next page on, records layout shifts for `takeLayoutShift`. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const layoutShifts: number[] = []
    Object.assign(window, { layoutShifts })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) layoutShifts.push((shift as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shift on the page since the last call: the sum of the scores that make up the cumulative layout shift. */
export function takeLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() =>
    (window as unknown as WindowWithShifts).layoutShifts.splice(0).reduce((sum, shift) => sum + shift, 0),
  )
}

/** Whether the whole element is within the window at its scroll position. */
export function isOnScreen(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

/** Opens an archive in the edit mode, unless it is open. */
export async function openArchive(page: Page, title: string): Promise<void> {
  const button = page
    .getByRole('region', { name: title })
    .locator(`[aria-expanded][aria-label$=" ${title.toLowerCase()}"]`)
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

/** Swipes over the middle of the screen, from one distance to its left edge to another. */
export async function swipe(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const at = (x: number) => [{ x, y: PHONE.height / 2 }]
  const steps = 10
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  for (let step = 1; step <= steps; step++) {
    const touchPoints = at(from + ((to - from) * step) / steps)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

/** From the next page on, this visit saves data: a rendered page is hydrated at the reader's first touch. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
}

/** Waits until the server-rendered page is hydrated. */
export async function waitForProgram(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  )
}
