import { clientsClaim } from 'workbox-core'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { createPartialResponse } from 'workbox-range-requests'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import {
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  screens,
  TILES_BASE_PATH,
} from '@contract/paths'
import { heedAnswer, keptAnswer } from './lib/kept-memorials'

/**
 * Lets the site be read without network: the program itself is kept by the list that a build writes into this file, and what
 * the server answers about kept memorials is taken from the device when the network gives nothing. With a network everything
 * comes from the server, as it does without this file.
 */
declare const self: { __WB_MANIFEST: PrecacheEntry[] }

/** A network that is slower than this is no better than none, where something is kept. */
const PATIENCE_MS = 6_000
/** How long a page may be on its way before our own empty page is shown in its place, which goes on asking. */
const PAGE_PATIENCE_SECONDS = 20
/** Addresses that are no screens. */
const NO_SCREENS = [
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  TILES_BASE_PATH,
  '/assets',
]

cleanupOutdatedCaches()
enableNavigationPreload()
clientsClaim()

const network = new NetworkOnly({ networkTimeoutSeconds: PAGE_PATIENCE_SECONDS })

registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        const page = await network.handle(options)
        await heed(options.request, page)
        return page
      } catch (error) {
        const emptyPage = await matchPrecache(screens.keptMemorials)
        if (!emptyPage) throw error
        return emptyPage
      }
    },
    { denylist: NO_SCREENS.map((path) => new RegExp(`^${path}/`)) },
  ),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${API_BASE_PATH}/`),
  async ({ request }) => {
    const answer = await fromNetworkOrDevice(request)
    await heed(request, answer)
    return answer
  },
)

// Behind the screens, so that the page at whose address the empty one is kept comes from the server too.
precacheAndRoute(self.__WB_MANIFEST)

// Films are not kept, and the browser reads them better without us.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    url.pathname.startsWith(`${MEDIA_BASE_PATH}/`) &&
    (request.destination === 'image' || request.destination === 'audio'),
  ({ request }) => fromNetworkOrDevice(request),
)

/** Never rejects: an answer is good even where the device's storage is not. */
async function heed({ url, headers }: Request, { status }: Response): Promise<void> {
  await heedAnswer(url, status, headers.get('authorization')).catch(() => undefined)
}

async function fromNetworkOrDevice(request: Request): Promise<Response> {
  const kept = async () => {
    const answer = await keptAnswer(request.url)
    return answer && request.headers.has('range') ? createPartialResponse(request, answer) : answer
  }
  // The browser's own cache would answer for a while, and not say that there is no network.
  const atOnce = navigator.onLine ? undefined : await kept()
  if (atOnce) return atOnce

  const answer = fetch(request)
  const keptInstead = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)).then(kept)
  const first = await Promise.race([answer, keptInstead]).catch(() => undefined)
  return (
    first ??
    answer.catch(async (error: unknown) => {
      const last = await kept()
      if (!last) throw error
      return last
    })
  )
}
