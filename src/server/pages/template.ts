import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { type PageSettings, SETTINGS_ELEMENT_ID } from '@contract/settings'
import { contentSecurityPolicy } from '../plugins/security-headers'
import { createPage, type Page } from './page'
import { usedIn, withoutUnusedVariables } from './used-variables'

const HEAD = '<!--head-->'
const APP = '<!--app-->'
const DATA = '<!--data-->'
/** Pages differ in their text much more than in their styles. */
const REMEMBERED_STYLES_MAX = 200

/** What a page holds besides what all pages share. */
export interface PageContent {
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
