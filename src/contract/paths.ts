/** Addresses that browser and server must agree on. */
export const API_BASE_PATH = '/api/v1'
export const MEDIA_BASE_PATH = '/media'
export const TILES_BASE_PATH = '/tiles'
/** Where a map finds its squares, as maps write it. */
export const TILE_PATH = `${TILES_BASE_PATH}/{z}/{x}/{y}.png`

/** The screens of the application; letters, QR codes and redirects of the server point to them too. */
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

/** Where the browser lands after the link of the verification letter was opened. */
export function verifyEmailResult(result: 'success' | 'error'): string {
  return `${screens.verifyEmail}?verified=${result}`
}
