import { clientsClaim } from 'workbox-core'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { createPartialResponse } from 'workbox-range-requests'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import {
  API_BASE_PATH,
  CALENDARS_BASE_PATH,
  EXPORTS_BASE_PATH,
  LEGAL_BASE_PATH,
  MEDIA_BASE_PATH,
  paths,
  TILES_BASE_PATH,
} from '@contract/paths'
import { evictIfRevoked, offlineResponse } from './lib/offline-copies'
import { networkFirst, orAfter } from './lib/network-first'

/**
 * Lets the site be read without network: the program itself is kept by the list that a build writes into this file, and what
 * the server answers about kept memorials is taken from the device when the network gives nothing. With a network everything
 * comes from the server, as it does without this file.
 */
declare const self: { __WB_MANIFEST: PrecacheEntry[] }

/** How long a page may be on its way before our own empty page is shown in its place, which goes on asking. */
const PAGE_PATIENCE_MS = 20_000
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

registerRoute(
  new NavigationRoute(
    async ({ request, event }) => {
      try {
        const page = await orAfter(PAGE_PATIENCE_MS, askForPage(request, event as NavigationEvent), emptyPage)
        await evictRevoked(request, page)
        return page
      } catch {
        return emptyPage()
      }
    },
    { denylist: NO_SCREENS.map((path) => new RegExp(`^${path}/`)) },
  ),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${API_BASE_PATH}/`),
  async ({ request }) => {
    const answer = await networkFirst(
      () => fetch(request),
      () => offlineResponse(request.url, request.headers.get('authorization')),
    )
    await evictRevoked(request, answer)
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
  ({ request }) =>
    networkFirst(
      () => fetch(request),
      async () => {
        const copy = await offlineResponse(request.url)
        return copy && request.headers.has('range') ? createPartialResponse(request, copy) : copy
      },
    ),
)

interface NavigationEvent {
  preloadResponse?: Promise<Response | undefined>
}

/** The browser may have begun to ask for the page while this file was starting. */
async function askForPage(request: Request, { preloadResponse }: NavigationEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

async function emptyPage(): Promise<Response> {
  return (await matchPrecache(paths.savedMemorials)) ?? Response.error()
}

/** Never rejects: an answer is good even where the device's storage is not. */
async function evictRevoked({ url, headers }: Request, { status }: Response): Promise<void> {
  await evictIfRevoked(url, status, headers.get('authorization')).catch(() => undefined)
}
