import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as OTLP writes it in JSON. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { name: string; value: unknown }[]
}

interface Otlp {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

/** A receiver of traces: accepts OTLP over HTTP, like a collector, Jaeger or Tempo. */
export interface TraceReceiver {
  url: string
  spans(): Span[]
  /** The resource attributes of the sending processes. */
  resource(): Map<string, unknown>
  /** Everything received, unparsed. */
  received(): string
  close(): Promise<void>
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.method} ${request.url} ${body}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const TRACES = 'POST /v1/traces '
  const parts = () =>
    bodies
      .filter((body) => body.startsWith(TRACES))
      .flatMap((body) => (JSON.parse(body.slice(TRACES.length)) as Otlp).resourceSpans)

  return {
    url: `http://127.0.0.1:${port}`,
    spans: () =>
      parts().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: span.attributes.map(named) }))),
      ),
    resource: () => new Map(parts().flatMap(({ resource }) => resource.attributes.map(named).map(entry))),
    received: () => bodies.join('\n'),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function named({ key, value }: Attribute): { name: string; value: unknown } {
  return { name: key, value: Object.values(value)[0] }
}

function entry({ name, value }: { name: string; value: unknown }): [string, unknown] {
  return [name, value]
}
