/** URLs on which browser and server must agree. */
export const API_BASE_PATH = '/api/v1'
export const MEDIA_BASE_PATH = '/media'
export const TILES_BASE_PATH = '/tiles'
export const LEGAL_BASE_PATH = '/legal'
export const CALENDARS_BASE_PATH = '/calendars'
/** Exported archives. */
export const EXPORTS_BASE_PATH = '/exports'
/** The URL of map tiles, as a Leaflet template. */
export const TILE_PATH = `${TILES_BASE_PATH}/{z}/{x}/{y}.png`

/** The outlines of all countries: Natural Earth's at 1 : 50 million, as TopoJSON, by world-atlas 2.0.2 (ISC). */
export const COUNTRIES_PATH = '/map/countries-50m.json'

/** The URL of a memorial's book. */
export function bookPath(memorialId: number): string {
  return `${API_BASE_PATH}/memorial/${memorialId}/book`
}

/** The URL of the plates of all an account's pages. */
export const ALL_PLATES_PATH = `${API_BASE_PATH}/memorial/my_memorials/plates`

/** The URL of a memorial's days as a calendar. */
export function calendarPath(memorialId: number): string {
  return `${API_BASE_PATH}/memorial/${memorialId}/calendar.ics`
}

/** The place of a story on its page: a printed code leads there. */
export function storyAnchor(id: number): string {
  return `story-${id}`
}

/** The same of words of memory. */
export function memoryAnchor(id: number): string {
  return `words-${id}`
}

/** The paths of pages. Letters, QR codes and the server's redirects use them too. */
export const paths = {
  landing: '/',
  memorials: '/memorials',
  memorial: (id: number) => `/memorials/${id}`,
  openMemorial: (id: number) => `/memorials/${id}/open`,
  createMemorial: '/memorials/create',
  firstEvening: '/memorials/first-evening',
  firstEveningOf: (id: number) => `/memorials/${id}/first-evening`,
  heroes: '/swo',
  savedMemorials: '/saved',
  profile: '/profile',
  pendingWords: '/profile/words',
  upcomingDays: '/profile/days',
  settings: '/profile/settings',
  myMemorials: '/my-memorials',
  importMemorials: '/my-memorials/import',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  question: '/answer',
  ownProposal: '/proposals/own',
  acceptInvitation: '/keepers/accept',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  returnToAccount: '/return',
  notMe: '/not-me',
  factorRecovery: '/factor-recovery',
  accountDeleted: '/account-deleted',
  howItWorks: '/how-it-works',
  tariffs: '/tariffs',
  cooperation: '/cooperation',
  privacyPolicy: '/privacy-policy',
  confidentialityPolicy: '/confidentiality-policy',
  userAgreement: '/user-agreement',
  consent: '/consent',
  voiceConsent: '/voice-consent',
} as const

/** In the settings: the PIN of closed memorials. */
export const PIN_ANCHOR = 'pin'
/** In the settings: the second factors of the account. */
export const PROTECTION_ANCHOR = 'protection'

/** The page to which the link in the verification letter redirects. */
export function verifyEmailResult(result: 'success' | 'error'): string {
  return `${paths.verifyEmail}?verified=${result}`
}

/** The id of the element that confirms a lit candle. It is shown only when it is the URL's target. */
export const LIT_CANDLE_ID = 'candle-burns'

/** Where the server redirects after a form has lit a candle. */
export function litCandleAt(memorialId: number): string {
  return `${paths.memorial(memorialId)}#${LIT_CANDLE_ID}`
}

/** Whether a path segment can be the id of a memorial. */
export function isMemorialId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}

/** How many pages of memories a memorial's URL requests: `?words=3`. For visitors without scripts. */
export const MEMORY_PAGES_PARAMETER = 'words'
export const MEMORY_PAGES_MAX = 10

/** From 1 to 10: each takes a query, and time to render. Invalid values become 1. */
export function memoryPagesIn(parameters: URLSearchParams): number {
  const text = parameters.get(MEMORY_PAGES_PARAMETER) ?? ''
  return /^\d+$/.test(text) ? Math.min(Math.max(Number(text), 1), MEMORY_PAGES_MAX) : 1
}
