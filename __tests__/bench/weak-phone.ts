import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { openVisit, PHONE } from '@support/browser'

const AT_THE_GRAVE = { bytesASecond: 400_000 / 8, latency: 400 }
const ON_THE_WAY = { bytesASecond: 1_600_000 / 8, latency: 150 }
const CPU_SLOWDOWN = 4
const PATIENCE_MS = 120_000

/** When a reader of a memorial sees what, in milliseconds since the link was opened. */
export interface Sights {
  /** The first paint of a page that holds the name and the words of memory. */
  nameAndWords: number
  portrait: number
}

/** Opens a memorial on a phone four times as slow as this machine, at 400 kbit/s and 400 ms. */
export async function openOnWeakPhone(browser: Browser, origin: string, path: string): Promise<Sights> {
  const page = await openWeakPhone(browser, origin, AT_THE_GRAVE)
  await page.addInitScript(watchSights)
  await page.goto(path, { waitUntil: 'commit', timeout: PATIENCE_MS })
  const sights = await page.waitForFunction(() => (window as { sights?: Sights }).sights, undefined, {
    timeout: PATIENCE_MS,
  })
  const seen = (await sights.jsonValue()) as Sights
  await page.context().close()
  return seen
}

async function openWeakPhone(
  browser: Browser,
  origin: string,
  { bytesASecond, latency }: typeof AT_THE_GRAVE,
): Promise<Page> {
  const { page } = await openVisit(browser, origin, {
    viewport: PHONE,
    deviceScaleFactor: 2.6,
    isMobile: true,
    hasTouch: true,
  })
  const phone = await page.context().newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** How a weak phone replies to a finger, in milliseconds; `shift` is the cumulative layout shift after the first scroll. */
export interface Touches {
  /** The longest task before the first touch. */
  held: number
  menu: number
  candle: number
  voice: number
  /** From a touch to the next paint, the slowest. */
  interaction: number
  shift: number
}

const LOOKED_AT_MS = 3_000

/** Looks at a memorial for three seconds, at 1.6 Mbit/s and 150 ms, then opens the menu, plays the voice and lights a candle. */
export async function touchOnWeakPhone(browser: Browser, origin: string, path: string): Promise<Touches> {
  const page = await openWeakPhone(browser, origin, ON_THE_WAY)
  await page.addInitScript(watchTouches)
  await page.goto(path, { waitUntil: 'load', timeout: PATIENCE_MS })
  await pause(LOOKED_AT_MS)
  const { longestTask } = await readWatched(page)

  const menuButton = page.getByRole('button', { name: 'Меню', exact: true })
  const menu = await tap(menuButton, 'menu')
  await menuButton.tap()
  const voice = await tap(page.getByRole('button', { name: /^Услышать голос/ }), 'voice')
  const candle = await tap(page.getByRole('button', { name: 'Зажечь свечу' }), 'candle')
  // The last entries come with the frame after the touch.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const { interaction, shift } = await readWatched(page)
  await page.context().close()
  return { held: longestTask, menu, voice, candle, interaction, shift }
}

const readWatched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched)

/** The time from a touch of the control to the first frame with its effect. */
async function tap(control: Locator, effect: keyof Watched['after']): Promise<number> {
  await control.scrollIntoViewIfNeeded()
  await control.tap()
  const after = await control
    .page()
    .waitForFunction((name) => (window as unknown as { watched: Watched }).watched.after[name], effect, {
      timeout: PATIENCE_MS,
    })
  return Number(await after.jsonValue())
}

/** Runs in the page, frame by frame. */
function watchSights(): void {
  const seen: Partial<Sights> = {}
  const look = () => {
    const portrait = document.querySelector<HTMLImageElement>('header img[alt^="Фото:"]')
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
    if (isPainted && document.querySelector('h1') && document.querySelector('figcaption')) {
      seen.nameAndWords ??= performance.now()
    }
    if (portrait?.complete && portrait.naturalWidth > 0) seen.portrait ??= performance.now()
    if (seen.nameAndWords !== undefined && seen.portrait !== undefined) Object.assign(window, { sights: seen })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

interface Watched {
  longestTask: number
  interaction: number
  shift: number
  /** What a touch led to, in milliseconds after it. */
  after: Partial<Record<'menu' | 'voice' | 'candle', number>>
}

/** Runs in the page. */
function watchTouches(): void {
  const watched: Watched = { longestTask: 0, interaction: 0, shift: 0, after: {} }
  Object.assign(window, { watched })
  let isScrolled = false
  let touchedAt: number | undefined
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)

  watch('longtask', ({ duration }) => (watched.longestTask = Math.max(watched.longestTask, duration)))
  watch('event', (entry) => {
    const { duration, interactionId } = entry as PerformanceEntry & { interactionId: number }
    if (interactionId) watched.interaction = Math.max(watched.interaction, duration)
  })
  watch('layout-shift', (entry) => {
    if (isScrolled) watched.shift += (entry as PerformanceEntry & { value: number }).value
  })
  addEventListener('scroll', () => (isScrolled = true), { passive: true, capture: true })
  addEventListener('pointerdown', ({ timeStamp }) => (touchedAt = timeStamp), { passive: true, capture: true })

  const effects = {
    menu: () => (document.getElementById('site-menu')?.offsetHeight ?? 0) > 0,
    voice: () => (document.querySelector('audio')?.currentTime ?? 0) > 0,
    candle: () => [...document.querySelectorAll('form button')].some(({ textContent }) => /горит/.test(textContent)),
  }
  const look = () => {
    for (const [name, hasHappened] of Object.entries(effects)) {
      if (touchedAt !== undefined && hasHappened())
        watched.after[name as keyof typeof effects] ??= performance.now() - touchedAt
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
