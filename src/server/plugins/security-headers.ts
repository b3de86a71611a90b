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
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

export const securityHeaders = fp(async (app) => {
  await app.register(helmet, {
    // Helmet's own policy would allow inline styles and force https on installations that have none.
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('content-security-policy', contentSecurityPolicy())
    done()
  })
})
