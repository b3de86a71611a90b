/** Addresses that browser and server must agree on. */
export const API_BASE_PATH = '/api/v1'
export const MEDIA_BASE_PATH = '/media'
export const TILES_BASE_PATH = '/tiles'
export const LEGAL_BASE_PATH = '/legal'
/** The address of map tiles, as Leaflet's template. */
export const TILE_PATH = `${TILES_BASE_PATH}/{z}/{x}/{y}.png`

/** The addresses of screens. Letters, QR codes and redirects of the server point to them too. */
export const screens = {
  landing: '/',
  memorials: '/memorials',
  memorial: (id: number) => `/memorials/${id}`,
  createMemorial: '/memorials/create',
  heroes: '/swo',
  profile: '/profile',
  myMemorials: '/my-memorials',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  howItWorks: '/how-it-works',
  tariffs: '/tariffs',
  cooperation: '/cooperation',
  privacyPolicy: '/privacy-policy',
  confidentialityPolicy: '/confidentiality-policy',
  userAgreement: '/user-agreement',
  consent: '/consent',
} as const

/** The screen that the link in the verification letter redirects to. */
export function verifyEmailResult(result: 'success' | 'error'): string {
  return `${screens.verifyEmail}?verified=${result}`
}
