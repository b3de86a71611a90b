import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublicSettings, SETTINGS_ELEMENT_ID } from '@contract/settings'

const HEAD = '<!--head-->'
const SETTINGS = '<!--settings-->'

/** Writes the application's page for one visit. */
export type RenderPage = (styleNonce: string) => string

/** Reads the built page once. Throws when the application is not built. */
export async function loadTemplate(clientFolder: string, site: PublicSettings): Promise<RenderPage> {
  const html = await readFile(path.join(clientFolder, 'index.html'), 'utf8')
  const settings = `<script type="application/json" id="${SETTINGS_ELEMENT_ID}">${inScript(site)}</script>`
  // Functions as replacements: in a text, `$&` and its like would mean something.
  const page = html.replace(SETTINGS, () => settings)
  return (styleNonce) => page.replace(HEAD, () => `<meta property="csp-nonce" content="${styleNonce}">`)
}

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
