import type { IncomingMessage, ServerResponse } from 'node:http'

/** For a response to a request whose body is not read: the connection closes after it. */
export function leaveBodyUnread({ headers }: IncomingMessage, response: ServerResponse): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (hasBody) response.shouldKeepAlive = false
}
