/** Addresses that browser and server must agree on. */
export const API_BASE_PATH = '/api/v1'
export const MEDIA_BASE_PATH = '/media'
export const TILES_BASE_PATH = '/tiles'
export const LEGAL_BASE_PATH = '/legal'
export const CALENDARS_BASE_PATH = '/calendars'
/** What people take home. */
export const EXPORTS_BASE_PATH = '/exports'
/** The address of map tiles, as Leaflet's template. */
export const TILE_PATH = `${TILES_BASE_PATH}/{z}/{x}/{y}.png`

/** The outlines of all countries: Natural Earth's at 1 : 50 million, as TopoJSON, by world-atlas 2.0.2 (ISC). */
export const COUNTRIES_PATH = '/map/countries-50m.json'

/** The address of a memorial's book. */
export function bookPath(memorialId: number): string {
  return `${API_BASE_PATH}/memorial/${memorialId}/book`
}

/** Where an account gets the plates of all its pages. */
export const ALL_PLATES_PATH = `${API_BASE_PATH}/memorial/my_memorials/plates`

/** The address of a memorial's days as a calendar. */
export function calendarPath(memorialId: number): string {
  return `${API_BASE_PATH}/memorial/${memorialId}/calendar.ics`
}

/** The addresses of screens. Letters, QR codes and redirects of the server point to them too. */
export const screens = {
  landing: '/',
  memorials: '/memorials',
  memorial: (id: number) => `/memorials/${id}`,
  openMemorial: (id: number) => `/memorials/${id}/open`,
  createMemorial: '/memorials/create',
  heroes: '/swo',
  keptMemorials: '/saved',
  profile: '/profile',
  myMemorials: '/my-memorials',
  importMemorials: '/my-memorials/import',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  acceptKeeping: '/keepers/accept',
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
} as const

/** On the profile page: where the PIN of closed memorials is set. */
export const PIN_ANCHOR = 'pin'
/** On the profile page: what the account signs in with beside its password. */
export const PROTECTION_ANCHOR = 'protection'

/** The screen that the link in the verification letter redirects to. */
export function verifyEmailResult(result: 'success' | 'error'): string {
  return `${screens.verifyEmail}?verified=${result}`
}

/** The id of the element that says that the candle burns. It is shown only when the address points to it. */
export const LIT_CANDLE_ID = 'candle-burns'

/** Where the server redirects after a candle was lit by a form. */
export function litCandleAt(memorialId: number): string {
  return `${screens.memorial(memorialId)}#${LIT_CANDLE_ID}`
}
