import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { CONTRASTS, LETTERS, type ReadingLook, USUAL_LOOK } from '@client/app/AccessibilityPanel'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { axeFindings } from '@support/axe'
import { type Complaints, launchWholeBrowser, openVisit, sidewaysScroll, waitForProgram } from '@support/browser'
import { paintAll, scrollThrough } from '@support/screenshots'
import { buildFolder } from '../../config/folders'
import { makeSceneInstallation, type SceneInstallation } from './scene-installation'
import { disturbApi, headingOf, type Scene } from './scene'
import { scenesOf } from './scenes'

/** In px, as the windows that most people have. */
const WIDTHS = [360, 390, 768, 1280, 1920]
const HEIGHT = 900
/** A window of 1280 px at 400 %, and the narrowest phones. */
const NARROWEST = 320
const WIDE = 1280
const SCHEMES = ['light', 'dark'] as const
/** Layouts of phones and of desktops differ, and so do the colours of the schemes. */
const WITH_AXE = new Set(['390 light', '1280 dark'])
/** Both contrasts and the usual colours, each in three sizes of letters. */
const LOOKS = CONTRASTS.flatMap((contrast) => LETTERS.map((letters): ReadingLook => ({ letters, contrast })))
const PATIENCE_MS = 15_000
const HALF_AN_HOUR_MS = 1_800_000

/** ONLY, a regular expression, leaves out all scenes whose names it does not match. */
const only = new RegExp(process.env.ONLY ?? '')

let installation: SceneInstallation
let browser: Browser
let folder: string
/** The style sheet of the looks that a reader may choose. */
let lookSheet: string
let lookSheetFile: string

beforeAll(async () => {
  folder = process.env.PICTURES ?? (await mkdtemp(path.join(tmpdir(), 'pomnim-screens-')))
  await mkdir(folder, { recursive: true })
  const assets = await readdir(path.join(buildFolder('client'), 'assets'))
  lookSheet = `/assets/${assets.find((name) => /^reading-look\.\w+\.css$/.test(name)) ?? ''}`
  lookSheetFile = path.join(buildFolder('client'), lookSheet)
  installation = await makeSceneInstallation()
  browser = await launchWholeBrowser()
}, HALF_AN_HOUR_MS)
afterAll(async () => {
  await browser.close()
  await installation.stop()
  process.stdout.write(`The pictures are in ${folder}\n`)
})

it(
  'every screen in every state fits five widths, both colour schemes, all letters and contrasts, and passes axe',
  async () => {
    const troubles: string[] = []
    for (const scene of scenesOf(installation.found).filter(({ name }) => only.test(name))) {
      const found = await lookAt(scene).catch((error: unknown) => [`not shown: ${String(error)}`])
      process.stdout.write(`${scene.name}: ${found.join('; ') || 'nothing'}\n`)
      troubles.push(...found.map((trouble) => `${scene.name}: ${trouble}`))
    }
    expect(troubles).toEqual([])
  },
  HALF_AN_HOUR_MS * 4,
)

/** Opens a scene, has its pictures taken, and returns all that is wrong with it. */
async function lookAt(scene: Scene): Promise<string[]> {
  const { page, complaints } = await openScene(scene)
  try {
    // None where the form for a name stands in its place.
    const headings = () => page.locator('h1').allTextContents()
    const [heading] = await headings()
    const troubles = [...(await lookAtWidths(page, scene.name)), ...(await lookAtLooks(page, scene.name))]
    const [left] = await headings()
    if (left !== heading) troubles.push(`the screen «${heading}» has given way to «${left}»`)
    return [...troubles, ...told(complaints)]
  } finally {
    await page.context().close()
  }
}

async function openScene({
  viewer,
  address,
  before,
  act,
  api,
}: Scene): Promise<{ page: Page; complaints: Complaints }> {
  const opened = await openVisit(browser, installation.server.url, { viewport: { width: 1280, height: HEIGHT } })
  const { page } = opened
  page.setDefaultTimeout(PATIENCE_MS)
  const token = installation.tokens[viewer]
  if (token)
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [ACCOUNT_TOKEN_KEY, token] as const)
  // Also for a scene without a connection.
  await page.route(`**${lookSheet}`, (route) => route.fulfill({ path: lookSheetFile, contentType: 'text/css' }))
  await before?.(page)
  const isFirstScreen = api && !act
  if (isFirstScreen) await disturbApi(page, api)
  await page.goto(address)
  await page.mouse.move(5, 5)
  await waitForProgram(page)
  await headingOf(page).waitFor()
  if (!isFirstScreen) {
    await scrollThrough(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => scrollTo(0, 0))
  }
  if (api && act) await disturbApi(page, api)
  await act?.(page)
  await settle(page)
  return opened
}

/** Waits until a change of the window has reached the screen: two frames, and the transitions that it began. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A window that shows nothing new may have no further frame.
    const patience = new Promise((resolve) => setTimeout(resolve, 2000))
    for (let frame = 0; frame < 2; frame++) await Promise.race([new Promise(requestAnimationFrame), patience])
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    })
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), patience])
  })
}

/** Takes a picture at each width in each scheme. */
async function lookAtWidths(page: Page, name: string): Promise<string[]> {
  const troubles: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await paintAll(page)
      await settle(page)
      const place = `${width} ${colorScheme}`
      troubles.push(...(await troublesAt(page, place)))
      if (WITH_AXE.has(place)) troubles.push(...(await axeFindings(page)).map((found) => `${place}: ${found}`))
      await takePicture(page, `${name}-${width}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return troubles
}

/** Every size of letters in every contrast: a picture in the narrowest window, and whether it fits a desktop's. */
async function lookAtLooks(page: Page, name: string): Promise<string[]> {
  const troubles: string[] = []
  // Only here: a scene may have gone to another page.
  await page.addStyleTag({ url: lookSheet })
  for (const look of LOOKS) {
    await page.evaluate(wearLook, look)
    for (const width of [WIDE, NARROWEST]) {
      await page.setViewportSize({ width, height: HEIGHT })
      await paintAll(page)
      await settle(page)
      const place = `${width} ${look.letters} letters, ${look.contrast}`
      troubles.push(...(await troublesAt(page, place)))
    }
    if (look.letters === 'largest') {
      troubles.push(...(await axeFindings(page)).map((found) => `${look.letters} letters, ${look.contrast}: ${found}`))
    }
    await takePicture(page, `${name}-${NARROWEST}-${look.letters}-${look.contrast}`)
  }
  await page.evaluate(wearLook, USUAL_LOOK)
  return troubles
}

/** As the program does it: what is usual has no attribute, and none of the rules for other looks. Runs in the page. */
function wearLook(look: ReadingLook): void {
  for (const [part, value] of Object.entries<string>({ ...look })) {
    if (value === 'usual') document.documentElement.removeAttribute(`data-${part}`)
    else document.documentElement.setAttribute(`data-${part}`, value)
  }
}

/** Of the whole page. What lies above it, a dialog or a notice, is seen in a window alone. */
async function takePicture(page: Page, name: string): Promise<void> {
  const lyingAbove = page.locator(
    '[role=dialog], [role=alertdialog], .notistack-SnackbarContainer :is([role=status], [role=alert])',
  )
  const isWhole = (await lyingAbove.count()) === 0
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: isWhole, animations: 'disabled' })
}

async function troublesAt(page: Page, place: string): Promise<string[]> {
  const sideways = await sidewaysScroll(page)
  const cut = await page.evaluate(cutTexts)
  return [
    ...(sideways > 0 ? [`${place}: ${sideways} px too wide`] : []),
    ...cut.map((text) => `${place}: «${text}» is cut`),
  ]
}

/** Texts that do not fit the box that hides what is outside of it. Runs in the page. */
function cutTexts(): string[] {
  /** What people read of it: fields and outlines of fields hold characters without a width. */
  const visibleText = ({ innerText }: HTMLElement) => innerText.replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '').trim()
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const holdsText = [...element.childNodes].some(
        ({ nodeType, data }: ChildNode & { data?: string }) => nodeType === 3 && data?.trim(),
      )
      if (!holdsText || element.clientWidth <= 1 || element.closest('[hidden], [aria-hidden=true], svg')) return false
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (textOverflow === 'ellipsis' && element.title) return false
      // The browser keeps texts of its own in fields, and people read none of them.
      if (!visibleText(element)) return false
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      )
    })
    .map((element) => visibleText(element).slice(0, 60))
}

const told = ({ scripts, foreign }: Complaints) => [
  ...scripts.map((message) => `script: ${message}`),
  ...foreign.map((url) => `foreign: ${url}`),
]
