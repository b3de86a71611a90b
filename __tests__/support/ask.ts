import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A visitor who waits longer has left. */
const PATIENCE_MS = 15_000

export interface Answer {
  status: number
  body: Buffer
}

let askedSoFar = 0

/** Each request comes from its own IP address, so that none meets a rate limit. */
function nextAddress(): string {
  askedSoFar++
  return `127.${1 + ((askedSoFar >> 16) & 127)}.${(askedSoFar >> 8) & 255}.${askedSoFar & 255}`
}

/** Rejects when the connection fails, and when the response takes too long. */
export async function ask(
  url: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const headers = { ...options.headers, ...(body && { 'content-length': String(body.length) }) }
  const sent = request(url, { ...options, headers, localAddress: nextAddress(), agent: false, signal })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await buffer(answer) }
}
