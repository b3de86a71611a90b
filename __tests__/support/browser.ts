import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** The same engine without windows, menus and what else surrounds a page: a visit begins in a sixth of the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** How long whatever a page is waited for may take where the machine has other work. */
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
  return launch(process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM)
}

/** With all that surrounds a page, for what people do outside of it, and for what is measured. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(CHROMIUM)
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, headless: true })
}

/** What a visit must not have: scripts that failed, and requests that left for another host. */
export interface Complaints {
  scripts: string[]
  foreign: string[]
}

const foreignOfAll: string[] = []

/** What left for other hosts since this was last asked, of all visits. */
export function takeForeignRequests(): string[] {
  return foreignOfAll.splice(0)
}

/** A visitor of their own: no cookies, no storage of anybody else's. */
export async function openVisit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: Complaints }> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: DESKTOP,
    baseURL: origin,
    // What is still fading has no colours that axe could judge.
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
  // Of all its tabs, and of its service worker.
  context.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(origin) || /^(data|blob):/.test(url)) return
    complaints.foreign.push(url)
    foreignOfAll.push(url)
  })
  return { page, complaints }
}

/**
 * The headless shell tells some new pages of a pointer in their corner, which nobody has moved there, and the program would come
 * for a reader who has done nothing. Runs in the page, before any script of its own.
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

/** From the next page on, what moves by itself can be asked for with `takeLayoutShift`. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const layoutShifts: number[] = []
    Object.assign(window, { layoutShifts })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) layoutShifts.push((shift as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** How much has moved on the page since this was last asked: the sum of the scores that make the cumulative layout shift. */
export function takeLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() =>
    (window as unknown as WindowWithShifts).layoutShifts.splice(0).reduce((sum, shift) => sum + shift, 0),
  )
}

/** Whether all of it is within the window as it is scrolled now. */
export function isOnScreen(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

/** A finger goes over the middle of the screen, from one distance of its left edge to another. */
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

/** From the next page on, this visit saves data: the program of a rendered page waits for the reader's first touch. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
}

/** The program has taken over the page that the server rendered. */
export async function waitForProgram(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  )
}
