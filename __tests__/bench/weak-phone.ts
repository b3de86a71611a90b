import type { Browser } from 'playwright-core'
import { openVisit, PHONE } from '@support/browser'

const BYTES_A_SECOND = 400_000 / 8
const LATENCY_MS = 400
const CPU_SLOWDOWN = 4

/** When a reader of a memorial sees what, in milliseconds since the link was opened. */
export interface Sights {
  /** The first paint of a page that holds the name and the words of memory. */
  nameAndWords: number
  portrait: number
}

/** Opens a memorial on a phone four times as slow as this machine, at 400 kbit/s and 400 ms. */
export async function openOnWeakPhone(browser: Browser, origin: string, path: string): Promise<Sights> {
  const { page } = await openVisit(browser, origin, { viewport: PHONE, deviceScaleFactor: 2.6, isMobile: true })
  const phone = await page.context().newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(watchSights)
  await page.goto(path, { waitUntil: 'commit', timeout: 120_000 })
  const sights = await page.waitForFunction(() => (window as { sights?: Sights }).sights, undefined, {
    timeout: 120_000,
  })
  const seen = (await sights.jsonValue()) as Sights
  await page.context().close()
  return seen
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
