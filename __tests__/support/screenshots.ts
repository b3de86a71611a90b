import { expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

/** Of 255: what the eye does not see. */
const UNSEEN = 8
const STEP_PX = 500
const WAYS_DOWN = 5

/**
 * The whole page with everything that is loaded when a reader comes near; what `mask` says is covered. Waits for `awaited`,
 * for what stands in the place of something that is loading to go, and for our letters. Fails where a picture did not come.
 */
export async function wholePage(
  page: Page,
  { mask = [], awaited = [] }: { mask?: Locator[]; awaited?: Locator[] } = {},
): Promise<Buffer> {
  await scrollThrough(page)
  for (const part of awaited) {
    // On a busy machine it may not have stood there yet when the reader came by.
    for (let way = 1; way < WAYS_DOWN && !(await part.isVisible()); way++) await scrollThrough(page)
    await part.waitFor()
  }
  await page.waitForFunction(isLoaded)
  await paintAll(page)
  await page.evaluate(async () => {
    // The browser's own player, which draws a ring that turns. The film behind it counts.
    for (const film of document.querySelectorAll('video')) film.controls = false
    await document.fonts.ready
    scrollTo(0, 0)
  })
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  expect(await page.evaluate(brokenPictures)).toEqual([])
  await page.evaluate(async () => {
    // A picture that has come but is not decoded yet would be left out.
    for (const image of document.images) image.decoding = 'sync'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  return page.screenshot({ fullPage: true, mask, animations: 'disabled', caret: 'hide' })
}

/** Goes down the whole page, so that what is loaded when a reader comes near is loaded. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (step) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo(0, top)
      // A busy machine draws late, and only with a frame is anything found to be near.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      await pause(100)
    }
  }, STEP_PX)
}

/**
 * What is far from the viewport would not be painted, and axe would find it in wrong places. By a property: the policy forbids
 * other style sheets.
 */
export async function paintAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *, footer')) {
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
    }
  })
}

/** The part of all colour values in which two screenshots differ to the eye: 0 for the same, 1 where not even their sizes agree. */
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

/** Whether nothing stands in for what is coming, and the letters are those of the site. Runs in the page. */
function isLoaded(): boolean {
  const isOurFont = ({ family, status }: FontFace) => /^"?PT Serif"?$/.test(family) && status === 'loaded'
  return !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]') && [...document.fonts].some(isOurFont)
}

/** Addresses of pictures that did not come, but for those of a map: without network it shows an outline. Runs in the page. */
function brokenPictures(): string[] {
  return [...document.images]
    .filter((image) => image.naturalWidth === 0 && !image.classList.contains('leaflet-tile'))
    .map(({ currentSrc, src }) => currentSrc || src)
}
