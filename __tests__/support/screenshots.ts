import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

/** Of 255: a difference that the eye does not see. */
const UNSEEN = 8
const STEP_PX = 500
const WAYS_DOWN = 5

/**
 * The whole page with everything that loads as a reader approaches; `mask` covers elements. Waits for `awaited`, for
 * placeholders to go, and for our fonts. Fails if a picture did not load.
 */
export async function wholePage(
  page: Page,
  { mask = [], awaited = [] }: { mask?: Locator[]; awaited?: Locator[] } = {},
): Promise<Buffer> {
  await scrollThrough(page)
  for (const part of awaited) {
    // On a busy machine it may not have been there yet when the reader passed.
    for (let way = 1; way < WAYS_DOWN && !(await part.isVisible()); way++) await scrollThrough(page)
    await part.waitFor()
  }
  await page.waitForFunction(isLoaded)
  await paintAll(page)
  await page.evaluate(async () => {
    // The browser's own player, which draws a spinner. The film behind it counts.
    for (const film of document.querySelectorAll('video')) film.controls = false
    await document.fonts.ready
    scrollTo(0, 0)
  })
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await page.waitForFunction(areFilmsShown)
  expect(await page.evaluate(brokenPictures)).toEqual([])
  await page.evaluate(async () => {
    // A picture that has loaded but is not decoded yet would be missing.
    for (const image of document.images) image.decoding = 'sync'
    const posters = [...document.querySelectorAll('video')].map(({ poster: src }) =>
      Object.assign(new Image(), { src }),
    )
    await Promise.all([...document.images, ...posters].map((image) => image.decode().catch(() => undefined)))
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  return page.screenshot({ fullPage: true, mask, animations: 'disabled', caret: 'hide' })
}

/** Scrolls down the whole page, to load everything that loads as a reader approaches. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (step) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo(0, top)
      // A busy machine paints late, and visibility is only detected with a frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      await pause(100)
    }
  }, STEP_PX)
}

/**
 * Elements far from the viewport would not be painted, and axe would find them in wrong places. Set by a property: the
 * Content-Security-Policy forbids other style sheets.
 */
export async function paintAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *, footer')) {
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
    }
  })
}

/** The share of colour values in which two screenshots visibly differ: 0 for the same, 1 if even their sizes differ. */
export async function differingPart(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  let differing = 0
  for (let at = 0; at < a.data.length; at++) {
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > UNSEEN) differing++
  }
  return differing / a.data.length
}

/** Whether no placeholder is left, and the fonts are those of the site. Runs in the page. */
function isLoaded(): boolean {
  const isOurFont = ({ family, status }: FontFace) => /^"?PT Serif"?$/.test(family) && status === 'loaded'
  return !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]') && [...document.fonts].some(isOurFont)
}

/** Whether no film is still black for want of its first frame. Runs in the page. */
function areFilmsShown(): boolean {
  return [...document.querySelectorAll('video')].every(
    ({ poster, readyState, error }) => poster || error || readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
  )
}

/** URLs of pictures that failed to load, except those of a map: offline it shows an outline. Runs in the page. */
function brokenPictures(): string[] {
  return [...document.images]
    .filter((image) => image.naturalWidth === 0 && !image.classList.contains('leaflet-tile'))
    .map(({ currentSrc, src }) => currentSrc || src)
}
