import { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { TUS_PART_TYPE } from '@contract/upload'
import { notFound } from '../lib/api-error'
import { secretsMatch } from '../lib/token'

const PREFIX = 'pomnim_'
/** From a cached response to a long upload, in seconds. */
const LATENCY_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const MS = 1000

/** A figure that is read on demand: a number, or one for each value of a label, or none yet. */
export interface Figure {
  name: string
  help: string
  label?: string
  read: () => Promise<number | Record<string, number> | undefined>
}

/** The Prometheus endpoint /metrics. Without the token it responds like any unknown URL. */
export const metrics = fp<{ token: string; figures: Figure[] }>((app, { token, figures }, done) => {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: PREFIX })
  const latencies = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers: [register],
  })
  const cached = new Counter({
    name: `${PREFIX}kept_answers_total`,
    help: 'Requests that were answered with what was kept of an earlier answer.',
    registers: [register],
  })
  const refused = new Counter({
    name: `${PREFIX}refused_requests_total`,
    help: 'Requests that were refused: 401, 403 and 429 are those to watch.',
    labelNames: ['status'],
    registers: [register],
  })
  const uploads = new Gauge({
    name: `${PREFIX}uploads`,
    help: 'Forms with files, and parts of files, that are being received.',
    registers: [register],
  })
  for (const figure of figures) register.registerMetric(gaugeOf(figure))

  app.addHook('onRequest', ({ headers }, { raw }, next) => {
    if (isOfFile(headers['content-type'])) {
      uploads.inc()
      finished(raw, () => uploads.dec())
    }
    next()
  })

  app.addHook('onResponse', (request, reply, next) => {
    // Except for requests that the server injects to render a page.
    if (request.raw.socket instanceof Socket) {
      const { statusCode: status } = reply.raw
      const route = request.routeOptions.url ?? 'unknown'
      const labels = { method: request.method, route, status: `${Math.floor(status / 100)}xx` }
      latencies.observe(labels, reply.elapsedTime / MS)
      if (request.isFromCache) cached.inc()
      if (status >= 400 && status < 500) refused.inc({ status })
    }
    next()
  })

  app.get('/metrics', { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization = '' } = request.headers
    if (!secretsMatch(authorization, `Bearer ${token}`)) throw notFound()
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  done()
})

function isOfFile(contentType = ''): boolean {
  return contentType.startsWith('multipart/') || contentType === TUS_PART_TYPE
}

/** A figure that cannot be read, because its service is unavailable, is left out. */
function gaugeOf({ name, help, label, read }: Figure): Gauge {
  return new Gauge({
    name: PREFIX + name,
    help,
    labelNames: label ? [label] : [],
    registers: [],
    async collect() {
      this.reset()
      const value = await read().catch(() => undefined)
      if (value === undefined) this.remove()
      else if (typeof value === 'number') this.set(value)
      else for (const [labelled, each] of Object.entries(value)) this.set({ [label ?? 'of']: labelled }, each)
    },
  })
}
