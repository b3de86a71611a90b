import { type PageSettings, SETTINGS_ELEMENT_ID } from '@contract/settings'

/** The settings that the server embedded in the page. A page without them is a broken installation. */
export function readSettings(): PageSettings {
  const json = document.getElementById(SETTINGS_ELEMENT_ID)?.textContent
  if (!json) throw new Error(`The page holds no settings: <script id="${SETTINGS_ELEMENT_ID}"> is missing or empty`)
  return JSON.parse(json) as PageSettings
}
