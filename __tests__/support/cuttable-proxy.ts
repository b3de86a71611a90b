import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a browser and a server whose connections a test can cut. */
export interface CuttableProxy {
  /** The address for the browser. */
  url: string
  /** Breaks all connections, and refuses new ones. */
  cut(): void
  restore(): void
  close(): void
}

export async function openCuttableProxy(serverUrl: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false

  const hold = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy = createServer((browser) => {
    if (isCut) {
      browser.destroy()
      return
    }
    const server = hold(connect(Number(port), hostname))
    hold(browser).pipe(server).pipe(browser)
    browser.on('close', () => server.destroy())
    server.on('close', () => browser.destroy())
  }).listen(0, 'localhost')
  await once(proxy, 'listening')

  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      drop()
    },
    restore() {
      isCut = false
    },
    close() {
      proxy.close()
      drop()
    },
  }
}
