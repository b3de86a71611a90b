import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { TUS_PART_TYPE } from '@contract/upload'
import { notFound } from '../lib/api-error'
import type { Routes } from '../lib/routes'
import { secretsMatch } from '../lib/secrets-match'
import { Latencies } from './latencies'
import type { OnAnswered } from './request-lines'

const PREFIX = 'pomnim_'
/** From a cached response to a long upload, in seconds. */
const LATENCY_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const MS = 1000

/** A figure that is read on demand: a number, or one for each value of a label. */
export interface Figure {
  name: string
  help: string
  label?: string
  read: () => Promise<number | Record<string, number>>
}

export interface Metrics {
  onAnswered: OnAnswered
  onRequest: onRequestHookHandler
  routes: Routes
}

/** The Prometheus endpoint /metrics. Without the token it responds like any unknown URL. */
export function createMetrics({ token, figures }: { token: string; figures: Figure[] }): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: PREFIX })
  const latencies = new Latencies({
    name: `${PREFIX}request_seconds`,
    help: 'Time from the head of a request to the end of its answer.',
    buckets: LATENCY_BUCKETS,
  })
  latencies.registerWith(register)
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

  return {
    onAnswered({ method, route, status, ms, isFromCache }) {
      latencies.add(method, route ?? 'unknown', Math.floor(status / 100), ms / MS)
      if (isFromCache) cached.inc()
      if (status >= 400 && status < 500) refused.inc({ status })
    },
    onRequest({ headers }, { raw }, next) {
      if (isOfFile(headers['content-type'])) {
        uploads.inc()
        finished(raw, () => uploads.dec())
      }
      next()
    },
    routes(api) {
      api.get('/metrics', { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
        const { authorization = '' } = request.headers
        if (!secretsMatch(authorization, `Bearer ${token}`)) throw notFound()
        return reply
          .header('cache-control', 'no-store')
          .type(register.contentType)
          .send(await register.metrics())
      })
    },
  }
}

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
