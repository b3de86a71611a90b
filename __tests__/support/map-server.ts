import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (response: ServerResponse) => void

/** A local map server in place of the one on the web. */
export interface MapServer {
  template: string
  /** The requested paths, oldest first. */
  asked: string[]
  lastHeaders(): IncomingHttpHeaders
  /** From now on every request gets this response. */
  answer(how: Answer): void
  close(): Promise<void>
}

export async function startMapServer(wishedPort = 0): Promise<MapServer> {
  let how: Answer = (response) => response.writeHead(500).end()
  let headers: IncomingHttpHeaders = {}
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers = request.headers
    how(response)
  }).listen(wishedPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    template: `http://127.0.0.1:${port}/map/{z}/{x}/{y}.png`,
    asked,
    lastHeaders: () => headers,
    answer: (next) => (how = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function picture(bytes: Uint8Array, type = 'image/png'): Answer {
  return (response) => response.writeHead(200, { 'content-type': type }).end(bytes)
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end()
}
