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

/**
 * What every answer tells browsers, also one that is written past all hooks. `publicUrl` is the site's address: only where
 * it is https are browsers bound to that.
 */
export function securityHeadersOf(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    // The names below this one may be others', or have no https.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}

export const securityHeaders = fp<{ headers: Record<string, string> }>((app, { headers }, done) => {
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.headers(headers)
    next()
  })
  done()
})
