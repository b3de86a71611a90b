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
import { evictIfRevoked, offlineResponse } from './copies'
import { networkFirst, orAfter } from './network-first'

/**
 * Makes the site readable offline: the bundles are precached by the list that a build writes into this file, and API
 * responses about saved memorials come from the device when the network fails. Online, everything comes from the server, as
 * without this file.
 */
declare const self: { __WB_MANIFEST: PrecacheEntry[] }

/** How long a page may load before the precached empty page replaces it and requests the data itself. */
const PAGE_TIMEOUT_MS = 20_000
/** URLs that are not pages. */
const NO_PAGES = [
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
        const page = await orAfter(PAGE_TIMEOUT_MS, askForPage(request, event as NavigationEvent), emptyPage)
        await evictRevoked(request, page)
        return page
      } catch {
        return emptyPage()
      }
    },
    { denylist: NO_PAGES.map((path) => new RegExp(`^${path}/`)) },
  ),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${API_BASE_PATH}/`),
  async ({ request }) => {
    const result = await networkFirst(
      () => fetch(request),
      () => offlineResponse(request.url, request.headers.get('authorization')),
    )
    await evictRevoked(request, result)
    return result
  },
)

// After the page route, so that the page whose URL the empty one is cached under comes from the server too.
precacheAndRoute(self.__WB_MANIFEST)

// Films are not saved, and the browser streams them better on its own.
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

/** The browser may have started the page request while this worker was starting. */
async function askForPage(request: Request, { preloadResponse }: NavigationEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

async function emptyPage(): Promise<Response> {
  return (await matchPrecache(paths.savedMemorials)) ?? Response.error()
}

/** Never rejects: a response is usable even if the device's storage is not. */
async function evictRevoked({ url, headers }: Request, { status }: Response): Promise<void> {
  await evictIfRevoked(url, status, headers.get('authorization')).catch(() => undefined)
}
