import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublicSettings, SETTINGS_ELEMENT_ID } from '@contract/settings'
import { newNonce } from './nonce'
import { createPage, type Page } from './page'

const NONCE = '<!--nonce-->'
const HEAD = '<!--head-->'
const APP = '<!--app-->'
const DATA = '<!--data-->'

/** What a page holds beside what all pages have. */
export interface PageContent {
  /** Elements of the head. */
  head: string
  /** Style sheets, and how the program finds them. */
  styles?: { name: string; css: string }[]
  /** What stands in #root. Without it the program fills the page. */
  html?: string
  /** JSON that the program begins with, and the id of the element that holds it. */
  state?: { id: string; json: string }
}

/** Puts content into the built page. */
export type FillTemplate = (content: PageContent) => Page

/** Reads the built page once. Throws when the application is not built. */
export async function loadTemplate(
  clientFolder: string,
  site: PublicSettings,
): Promise<{ fill: FillTemplate; scriptHashes: string[] }> {
  const html = await readFile(path.join(clientFolder, 'index.html'), 'utf8')
  // Unknown to whoever writes a biography, so that no text can pass for it.
  const placeholder = newNonce()
  const template = html.replaceAll(NONCE, placeholder)
  const settings = dataElement(SETTINGS_ELEMENT_ID, JSON.stringify(site))

  const fill: FillTemplate = ({ head, styles = [], html: app = '', state }) => {
    const sheets = styles.map(({ name, css }) => `<style nonce="${placeholder}" data-emotion="${name}">${css}</style>`)
    const parts: Record<string, string> = {
      [HEAD]: `<meta property="csp-nonce" content="${placeholder}">${head}${sheets.join('')}`,
      [APP]: app,
      [DATA]: settings + (state ? dataElement(state.id, state.json) : ''),
    }
    // A function as the replacement: in a text, `$&` and its like would mean something.
    const page = template.replace(/<!--(?:head|app|data)-->/g, (place) => parts[place] ?? '')
    return createPage(page, placeholder)
  }
  return { fill, scriptHashes: hashesOfScripts(html) }
}

/** Of the scripts that stand in the page itself, as a security policy names them. */
function hashesOfScripts(html: string): string[] {
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${hash('sha256', script, 'base64')}`,
  )
}

/** JSON that cannot end the script element it stands in. */
function dataElement(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replace(/</g, '\\u003c')}</script>`
}
