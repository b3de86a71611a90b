import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { context } from '@opentelemetry/api'
import { getRPCMetadata, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions'
import fp from 'fastify-plugin'
import { setTraceContextBinder } from '../lib/trace-context'
import { type Log, throttledLog } from '../lib/log'
import { RELEASE } from '../lib/release'
import { QUIET_ROUTES } from './request-log'

const SERVICE_NAME = 'pomnim'
/** Spans that no receiver has accepted by then are lost. */
const SEND_WITHIN_MS = 5000
const STOP_WITHIN_MS = 2000
const COMPLAIN_EVERY_MS = 60_000

export type Tracing = ReturnType<typeof startTracing>

/**
 * Sends traces to the receiver of OTEL_EXPORTER_OTLP_ENDPOINT: of requests, with their queries and their calls to the
 * file store. Call it before anything loads `pg`, whose functions it wraps; that is why only main.ts loads this file,
 * and only if the setting exists. OpenTelemetry's own variables set the sampling and the name (OTEL_TRACES_SAMPLER,
 * OTEL_SERVICE_NAME …).
 */
export function startTracing({ log }: { log: Pick<Log, 'warn'> }) {
  const complain = throttledLog((details) => log.warn(details, 'traces are not taken by their receiver'), {
    everyMs: COMPLAIN_EVERY_MS,
  })
  setGlobalErrorHandler((error) => complain({ err: error }))
  const exporter = withoutPersonalData(new OTLPTraceExporter({ timeoutMillis: SEND_WITHIN_MS }))
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: SERVICE_NAME, [ATTR_SERVICE_VERSION]: RELEASE }).merge(
      detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: SEND_WITHIN_MS })],
  })
  // Trace headers from visitors are not trusted, and none are sent to other servers: no trace continues outside.
  provider.register({ propagator: null })
  registerInstrumentations({ instrumentations: [httpSpans(), querySpans()], tracerProvider: provider })
  setTraceContextBinder(() => {
    const active = context.active()
    return (work) => context.with(active, work)
  })

  return {
    requests: tracedRequests,
    /** Flushes pending spans, if the receiver accepts them soon. */
    async stop(): Promise<void> {
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** Spans of incoming requests, and of their calls to the file store. */
function httpSpans(): HttpInstrumentation {
  const quiet = [...QUIET_ROUTES].map((route) => route.replace('*', ''))
  return new HttpInstrumentation({
    requireParentforOutgoingSpans: true,
    ignoreIncomingRequestHook: ({ url = '' }: IncomingMessage) => quiet.some((beginning) => url.startsWith(beginning)),
  })
}

/** Spans of queries that belong to a request: those of jobs would be many, with little information. */
function querySpans(): PgInstrumentation {
  return new PgInstrumentation({
    requireParentSpan: true,
    requestHook(span, { query: { text } }) {
      const operation = operationOf(text)
      span.updateName(operation)
      span.setAttributes({ [ATTR_DB_OPERATION_NAME]: operation, [ATTR_DB_QUERY_TEXT]: withoutValues(text) })
    },
  })
}

/** Adds the pattern of the route to a request's span, instead of the URL. */
const tracedRequests = fp((app, _options, done) => {
  app.addHook('onRequest', (request, _reply, next) => {
    // Requests that the server injects to render a page belong to the page's request.
    if (request.raw.socket instanceof Socket) annotateRoute(request.routeOptions.url)
    next()
  })
  done()
})

function annotateRoute(route: string | undefined): void {
  const metadata = getRPCMetadata(context.active())
  if (metadata && route !== undefined) metadata.route = route
}

/** An allow list of attributes. All others are dropped: URLs, queries, hosts, the client, the browser. */
const EXPORTED = new Set<string>([
  ATTR_DB_NAMESPACE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
])

const WORD = /^\s*(\w+)/
const LITERAL = /'[^']*'|(?<![\w$.])\d[\d.]*/g
/** Quotes and escapes with which LITERAL might miss the end. */
const UNCLEAR = /\\|\$\w*\$|--|\/\*/

/** Exports only what cannot contain personal data. Error messages quote values, so they are dropped too. */
function withoutPersonalData(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(onlyExported), done),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

function onlyExported(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => EXPORTED.has(name)))
  return Object.create(span, {
    attributes: { value: attributes },
    status: { value: { code: span.status.code } },
    events: { value: [] },
    links: { value: [] },
  }) as ReadableSpan
}

/** SELECT, INSERT … */
function operationOf(statement: string): string {
  return WORD.exec(statement)?.[1]?.toUpperCase() ?? ''
}

/** A statement with `?` for each literal value; undefined when that cannot be determined for certain. */
function withoutValues(statement: string): string | undefined {
  return UNCLEAR.test(statement) ? undefined : statement.replace(LITERAL, '?')
}
