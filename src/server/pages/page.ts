import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  type BrotliOptions,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'
import { type PageSettings, SETTINGS_ELEMENT_ID } from '@contract/settings'
import { etagOf } from '../lib/etag'
import { createSemaphore } from '../lib/semaphore'
import { contentSecurityPolicy } from '../plugins/security-headers'

/** Compression names as in Content-Encoding. */
type Compression = 'br' | 'gzip'
/** How the bytes of a page are sent. */
export type Encoding = Compression | 'identity'

/** HTML that is the same for every visit. */
export interface Page {
  /** A weak ETag: it is the same for every encoding. */
  etag: string
  /** Length of the uncompressed HTML. */
  bytes: number
  /** The Content-Security-Policy that lets its own scripts and styles in, and no others. */
  policy: string
  body(encoding: Encoding): Buffer
}

/**
 * Compresses a page of a hundred kilobytes in 2 ms with brotli, and in 1 ms with gzip. With its default window brotli
 * spends 40 to 160 ms on filling its tables, and saves less than one percent more.
 */
const QUICK = { br: brotliOptions(5, 16), gzip: { level: 3 } }
/**
 * A tenth smaller, in about 100 ms of a background thread. It saves a phone on a weak network a whole round trip, where a
 * page then fits into what a server may send at first (14 600 bytes).
 */
const THOROUGH = { br: brotliOptions(constants.BROTLI_MAX_QUALITY, 18), gzip: { level: 9 } }

/**
 * Makes a page. Each encoding is compressed at its first request; and again at the best quality, at once if the server is
 * idle, else at the next request.
 */
export function createPage(html: string, policy: string): Page {
  const bodies: Partial<Record<Encoding, Buffer>> = {}
  const plain = Buffer.from(html)
  const thorough = new Set<Compression>()

  function compressThoroughly(compression: Compression): void {
    thorough.add(compression)
    compressBeside(plain, compression).then(
      (body) => (bodies[compression] = body),
      // The quickly compressed body stays in use.
      () => undefined,
    )
  }

  return {
    etag: `W/${etagOf(plain)}`,
    bytes: plain.length,
    policy,
    body(encoding) {
      if (encoding === 'identity') return plain
      const made = bodies[encoding]
      const body = made ?? (bodies[encoding] = compressed(plain, encoding))
      if (!thorough.has(encoding) && (made || isServerIdle())) compressThoroughly(encoding)
      return body
    },
  }
}

/** The share of time in which the event loop works, or threads render, up to which the server counts as idle. */
const IDLE = 0.5
let measured = performance.eventLoopUtilization()
let measuredAt = performance.now()
let renderedMs = 0

/** For renderings in other threads, which the event loop does not measure. */
export function recordRendering(milliseconds: number): void {
  renderedMs += milliseconds
}

/** Whether the server has been idle since the last call. */
function isServerIdle(): boolean {
  const now = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(now, measured)
  const rendering = renderedMs / (performance.now() - measuredAt)
  measured = now
  measuredAt = performance.now()
  renderedMs = 0
  return utilization + rendering < IDLE
}

/** One page at a time: the same threads read files. Pages beyond the queue stay quickly compressed. */
const runLimited = createSemaphore(1, 20)

function compressBeside(plain: Buffer, compression: Compression): Promise<Buffer> {
  return runLimited(() =>
    compression === 'br'
      ? promisify(brotliCompress)(plain, THOROUGH.br)
      : promisify<Buffer, ZlibOptions, Buffer>(gzip)(plain, THOROUGH.gzip),
  )
}

function compressed(plain: Buffer, compression: Compression): Buffer {
  return compression === 'br' ? brotliCompressSync(plain, QUICK.br) : gzipSync(plain, QUICK.gzip)
}

/** `window`: the base-2 logarithm of the window in bytes. */
function brotliOptions(quality: number, window: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  }
}

const HEAD = '<!--head-->'
const APP = '<!--app-->'
const DATA = '<!--data-->'
/** Pages differ in their text much more than in their styles. */
const REMEMBERED_STYLES_MAX = 200

/** What a page holds besides what all pages share. */
interface PageContent {
  /** Elements of the head. */
  head: string
  /** Style sheets, with the names by which the browser's style cache finds them. */
  styles?: StyleSheet[]
  /** The content of #root. Without it the browser renders the page. */
  html?: string
  /** The initial state as JSON, and the id of the element that holds it. */
  state?: { id: string; json: string }
}

interface StyleSheet {
  name: string
  css: string
}

type ShownSheet = Pick<StyleSheet, 'css'> & Partial<StyleSheet>

/** Puts content into the built page. */
export type FillTemplate = (content: PageContent) => Page

/** Reads the built page once. Throws when the application is not built. */
export async function loadTemplate(clientFolder: string, site: PageSettings): Promise<FillTemplate> {
  const template = await readFile(path.join(clientFolder, 'index.html'), 'utf8')
  const scriptHashes = hashesOf(template, /<script>([^]*?)<\/script>/g)
  // The empty style too: Emotion adds its rules to elements without text.
  const styleHashes = [hashOf(''), ...hashesOf(template, /<style>([^]*?)<\/style>/g)]
  const settings = dataElement(SETTINGS_ELEMENT_ID, JSON.stringify(site))

  /** The template, split at its placeholders. */
  const [empty, complete] = [template, withLateStart(template)].map((html) => html.split(/(<!--(?:head|app|data)-->)/))
  const usedInTemplate = usedIn(template)
  const remembered = new LRUCache<string, PageStyles>({ max: REMEMBERED_STYLES_MAX })

  /** The style elements of a page. Emotion names styles by a hash of their text, so equal names mean equal styles. */
  function stylesFor(styles: readonly StyleSheet[], app: string): PageStyles {
    const used = [...new Set([...usedInTemplate, ...usedIn(app)])]
    const key = [...styles.map(({ name }) => name), ...used].join()
    let found = remembered.get(key)
    if (!found) {
      const sheets = shownSheets(styles, used)
      const hashes = [...styleHashes, ...sheets.map(({ css }) => hashOf(css))]
      found = {
        elements: sheets.map(styleElement).join(''),
        policy: contentSecurityPolicy({ styleHashes: hashes, scriptHashes }),
      }
      remembered.set(key, found)
    }
    return found
  }

  return ({ head, styles = [], html: app = '', state }) => {
    const chunks = (state ? complete : empty) ?? []
    const { elements, policy } = stylesFor(styles, app)
    const parts: Record<string, string> = {
      [HEAD]: head + elements,
      [APP]: app,
      [DATA]: settings + (state ? dataElement(state.id, state.json) : ''),
    }
    return createPage(chunks.map((chunk) => parts[chunk] ?? chunk).join(''), policy)
  }
}

/**
 * A page that is complete without scripts is painted before its first bundle is requested: the script in the head of
 * index.html finds its URL on <html>.
 */
function withLateStart(template: string): string {
  const [element, address] = /<script(?: id="start")? defer src="([^"]+)"><\/script>/.exec(template) ?? []
  if (!element) return template
  return template.replace(element, '').replace('<html', `<html data-start="${address}"`)
}

interface PageStyles {
  elements: string
  /** The Content-Security-Policy that allows them. */
  policy: string
}

/**
 * The theme defines hundreds of variables, of which a page uses some: those of its styles, and `used`. A sheet with omitted
 * variables has no name: the style cache does not find it, and adds the whole one for later pages.
 */
function shownSheets(styles: readonly StyleSheet[], used: readonly string[]): ShownSheet[] {
  const globals = styles.filter(({ name }) => isGlobal(name))
  const others = styles.filter(({ name }) => !isGlobal(name))
  const usedOutside = [...used, ...others.flatMap(({ css }) => usedIn(css))]
  const shown = withoutUnusedVariables(
    globals.map(({ css }) => css),
    usedOutside,
  )
  return [...globals.map((sheet, index) => shownAs(sheet, shown[index])), ...others]
}

function shownAs(sheet: StyleSheet, css = ''): ShownSheet {
  return css === sheet.css ? sheet : { css }
}

/** The style cache needs no names of element styles: it finds them in the sheet (createStyleCache). */
function styleElement(sheet: ShownSheet): string {
  const { name, css } = sheet
  if (name === undefined) return `<style>${css}</style>`
  return `<style data-emotion="${isGlobal(name) ? name : name.split(' ', 1).join()}">${css}</style>`
}

function isGlobal(name: string): boolean {
  return name.includes('-global ')
}

/** For the inline scripts or styles of the page. */
function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, text = '']) => hashOf(text))
}

/** As a Content-Security-Policy source. */
function hashOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

/** JSON that cannot end its script element. */
function dataElement(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replace(/</g, '\\u003c')}</script>`
}

const DEFINITION = /(?<=[{;])(--[\w-]+):[^;{}]*;?/g
const USE = /var\(\s*(--[\w-]+)/g

/**
 * Removes the definitions of CSS variables that nothing uses: neither the sheets nor `usedOutside`. A definition that only
 * another unused one needs is removed too.
 */
export function withoutUnusedVariables(sheets: readonly string[], usedOutside: readonly string[]): string[] {
  let remaining = [...sheets]
  for (;;) {
    const used = new Set([...usedOutside, ...remaining.flatMap(usedIn)])
    const next = remaining.map((css) =>
      css.replace(DEFINITION, (definition, name: string) => (used.has(name) ? definition : '')),
    )
    if (next.every((css, index) => css === remaining[index])) return next
    remaining = next
  }
}

/** The names of CSS variables that a text uses, with repetitions. */
export function usedIn(text: string): string[] {
  return Array.from(text.matchAll(USE), ([, name = '']) => name)
}
