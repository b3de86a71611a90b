import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions'

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
export function withoutPersonalData(exporter: SpanExporter): SpanExporter {
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
export function operationOf(statement: string): string {
  return WORD.exec(statement)?.[1]?.toUpperCase() ?? ''
}

/** A statement with `?` for each literal value; undefined when that cannot be determined for certain. */
export function withoutValues(statement: string): string | undefined {
  return UNCLEAR.test(statement) ? undefined : statement.replace(LITERAL, '?')
}
