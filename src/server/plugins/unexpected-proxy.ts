import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

const WARNING =
  'X-Forwarded-For came, but TRUST_PROXY is 0: if a proxy stands in front, all visitors count as one, and the misses of ' +
  'one lock everybody out. Set TRUST_PROXY to the number of proxies.'

/**
 * Warns once when there seems to be a proxy but TRUST_PROXY is 0. Visitors can send that header too, so it is only a
 * warning.
 */
export const unexpectedProxy = fp<{ trustProxy: number }>((app, { trustProxy }, done) => {
  if (trustProxy === 0) warnOnce(app)
  done()
})

function warnOnce(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, next) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      app.log.warn(WARNING)
    }
    next()
  })
}
