import type { Page, Route } from 'playwright-core'
import { API_BASE_PATH, LEGAL_BASE_PATH } from '@contract/paths'

/** Who looks at a screen. `full` has no place left on the account, and closed pages without a PIN. */
export type Viewer = 'guest' | 'owner' | 'newcomer' | 'full' | 'moderator'

/** A screen in one of its states. */
export interface Scene {
  name: string
  viewer: Viewer
  address: string
  /** What has to hold before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** What brings the screen, once it is open, into the state. */
  act?: (page: Page) => Promise<unknown>
  /** What the API does meanwhile, but for the account: nothing comes, or everything fails. */
  api?: 'silent' | 'failing'
}

/** What scenes need to know of the installation. */
export interface Found {
  advancedId: number
  portraitlessId: number
  closedId: number
  ownId: number
  /** Of the owner, with dates that are not known to the day. */
  inexactId: number
  /** With photographs of all shapes: of `full`. */
  albumId: number
  /** Closed, basic, and its owner has no PIN: of `full`. */
  pinlessId: number
}

export type State = Pick<Scene, 'before' | 'act' | 'api'>
export type SeenBy = (name: string, address: string, state?: State) => Scene

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const write = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text)

/** Keeps a screen that goes on to another one by itself. */
export const stopCountdown = (page: Page) => page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }))

export const headingOf = (page: Page) => page.locator('h1').first()

/** Goes to another screen by the program, which then asks for what the server has not rendered. */
export const goTo = (link: string) => async (page: Page) => {
  const left = await headingOf(page).innerText()
  await page.getByRole('link', { name: link, exact: true }).last().click()
  await headingOf(page).filter({ hasNotText: left }).waitFor()
}

export function seenBy(viewer: Viewer): SeenBy {
  return (name, address, state = {}) => ({ name: `${viewer}-${name}`, viewer, address, ...state })
}

/** Tells who looks: without it there is no screen. */
const ACCOUNT_PATH = `${API_BASE_PATH}/users/me`

/** Has the API do what a scene wants, from now on, and the legal pages too. */
export async function disturbApi(page: Page, api: NonNullable<Scene['api']>): Promise<void> {
  const disturb = (route: Route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === ACCOUNT_PATH) return route.continue()
    if (api === 'failing') return route.fulfill({ status: 500, json: { detail: 'Ошибка сервера' } })
    return undefined
  }
  for (const path of [API_BASE_PATH, LEGAL_BASE_PATH]) await page.route(`**${path}/**`, disturb)
}
