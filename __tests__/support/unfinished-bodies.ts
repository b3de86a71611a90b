import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const AGAIN_AFTER_MS = 3000

/**
 * Holds this many requests open whose bodies never arrive, each over its own connection from 127.0.0.1. A connection that
 * the server closes is reopened a little later.
 */
export async function sendUnfinishedBodies(
  port: number,
  count: number,
  target: string,
  more: Record<string, string> = {},
) {
  const sockets = new Set<Socket>()
  const head = { Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json', 'Content-Length': '200', ...more }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  let isOver = false
  let begun = 0

  const begin = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' })
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('connect', () => {
      begun++
      socket.write(`POST ${target} HTTP/1.1\r\n${lines.join('')}\r\n{"`)
    })
    socket.resume()
    socket.on('close', () => {
      sockets.delete(socket)
      if (!isOver) setTimeout(() => isOver || begin(), AGAIN_AFTER_MS).unref()
    })
  }
  for (let index = 0; index < count; index++) {
    begin()
    // More connections in one turn of the event loop would overflow the system's backlog.
    if (index % 100 === 99) await pause(20)
  }
  return {
    /** The number of requests started, including repeated ones. */
    begun: () => begun,
    stop() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
