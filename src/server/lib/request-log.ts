import pino, { type Logger } from 'pino'

/** The message of the lines about requests. */
export const REQUEST_LINE = 'request'

/** What is logged of a request: no user content. */
export interface RequestFacts {
  reqId: string
  method: string
  /** The pattern of the route; null when there is none. */
  route: string | null
  status: number
  ms: number
}

export type RequestLog = (level: 'debug' | 'info', facts: RequestFacts) => void

/**
 * Writes the lines about requests, in the shape of all other lines. It bypasses the log: pino takes as long to build a line
 * as a cached response takes in all.
 */
export function createRequestLog(log: Logger): RequestLog {
  const { [pino.symbols.streamSym]: output } = log as unknown as Record<symbol, { write(line: string): void }>
  const own = JSON.stringify(log.bindings()).slice(1, -1)
  const processFacts = own === '' ? `"pid":${process.pid}` : own
  const routes = new Map<string | null, string>()

  function written(route: string | null): string {
    const known = routes.get(route)
    if (known !== undefined) return known
    const text = JSON.stringify(route)
    routes.set(route, text)
    return text
  }

  return (level, { reqId, method, route, status, ms }) => {
    if (!log.isLevelEnabled(level)) return
    output?.write(
      `{"level":${log.levels.values[level]},"time":${Date.now()},${processFacts},"reqId":"${reqId}","method":"${method}",` +
        `"route":${written(route)},"status":${status},"ms":${Math.round(ms * 10) / 10},"msg":"${REQUEST_LINE}"}\n`,
    )
  }
}
