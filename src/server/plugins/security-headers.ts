import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'

/** What a page of ours may load: nothing from anyone else. Style elements carry the nonce of their page. */
export function contentSecurityPolicy(styleNonce?: string): string {
  const styles = styleNonce ? `'self' 'nonce-${styleNonce}'` : `'self'`
  return [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src ${styles}`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

const YEAR_SECONDS = 365 * 24 * 3600
/** What no page of ours needs, so that no program smuggled into one may ask for it either. */
const DENIED_FEATURES = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
/** The map shows the way to a grave from where one stands. */
const PERMISSIONS = ['geolocation=(self)', ...DENIED_FEATURES.map((feature) => `${feature}=()`)].join(', ')

export const securityHeaders = fp<{ publicUrl: string }>(async (app, { publicUrl }) => {
  await app.register(helmet, {
    // Helmet's own policy would allow inline styles and force https on installations that have none.
    contentSecurityPolicy: false,
    // The names below this one may be others', or have no https.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'content-security-policy': contentSecurityPolicy(), 'permissions-policy': PERMISSIONS })
    done()
  })
})
