import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between a browser and a server that a test may cut. */
export interface Cable {
  /** The browser's end. */
  url: string
  /** Breaks what is under way, and lets nothing new through. */
  cut(): void
  mend(): void
  remove(): void
}

export async function layCable(serverUrl: string): Promise<Cable> {
  const { hostname, port } = new URL(serverUrl)
  const ends = new Set<Socket>()
  let isCut = false

  const hold = (socket: Socket) => {
    ends.add(socket)
    socket.on('close', () => ends.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const drop = () => {
    for (const end of ends) end.destroy()
  }
  const near = createServer((browser) => {
    if (isCut) {
      browser.destroy()
      return
    }
    const server = hold(connect(Number(port), hostname))
    hold(browser).pipe(server).pipe(browser)
    browser.on('close', () => server.destroy())
    server.on('close', () => browser.destroy())
  }).listen(0, 'localhost')
  await once(near, 'listening')

  return {
    url: `http://localhost:${(near.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      drop()
    },
    mend() {
      isCut = false
    },
    remove() {
      near.close()
      drop()
    },
  }
}
