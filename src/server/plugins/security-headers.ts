import fp from 'fastify-plugin'

/**
 * Pages may load nothing from other sites. Inline scripts and styles are allowed by the hash of their text, and no
 * others.
 */
export function contentSecurityPolicy(
  page: { styleHashes?: readonly string[]; scriptHashes?: readonly string[] } = {},
): string {
  const { styleHashes = [], scriptHashes = [] } = page
  return [
    `default-src 'self'`,
    `script-src ${ownAnd(scriptHashes)}`,
    `style-src ${ownAnd(styleHashes)}`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

function ownAnd(hashes: readonly string[]): string {
  return [`'self'`, ...hashes.map((hash) => `'${hash}'`)].join(' ')
}

interface SiteOfHeaders {
  site: { publicUrl: string }
  hstsSubdomains: boolean
}

const YEAR_SECONDS = 365 * 24 * 3600
/**
 * Browser features that no page needs, limited to those that Chromium knows, because it warns about others. Denied, so
 * that an injected script cannot use them either.
 */
const DENIED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
/** The map shows the way from the visitor's position to a grave; words of memory may be told by voice. */
const PERMISSIONS = [
  'geolocation=(self)',
  'microphone=(self)',
  ...DENIED_FEATURES.map((feature) => `${feature}=()`),
].join(', ')

/** Headers that matter only for pages, in addition to those of every response. */
export const PAGE_SECURITY_HEADERS = {
  'permissions-policy': PERMISSIONS,
  'x-dns-prefetch-control': 'off',
}

/**
 * Isolate a page from the site that opened its window. A browser starts a new process for that, which delays readers on
 * weak phones: pages that are the same for everyone go without. A site that opened one can navigate its window, but
 * cannot read its content.
 */
export const APART_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/**
 * The security headers of every answer, including those that are written without hooks. HSTS is sent only if the site's
 * address is https. It covers the names below it where the operator says so: they may be others', or have no https.
 */
export function securityHeadersOf({ site, hstsSubdomains }: SiteOfHeaders): Record<string, string> {
  const covered = hstsSubdomains ? '; includeSubDomains' : ''
  return {
    'content-security-policy': contentSecurityPolicy(),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(site.publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}${covered}` }),
  }
}

export const securityHeaders = fp<{ headers: Record<string, string> }>((app, { headers }, done) => {
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.headers(headers)
    next()
  })
  done()
})
