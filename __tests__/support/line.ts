import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A connection to a server that a test can break or silence. */
export interface Line {
  /** The port on 127.0.0.1 where the line begins. */
  port: number
  /** Breaks all connections, and closes new ones at once. */
  cut(): void
  /** From now on no data gets through, on old connections or new ones: nothing breaks, nothing arrives. */
  fallSilent(): void
  /** Restores new connections; silenced ones stay silent. */
  mend(): void
  /** The bytes sent from its beginning to its end. */
  sentBytes(): number
  /** How many connections the client holds open that lead nowhere any more. */
  silentConnections(): number
  remove(): void
}

/** A line to the server at a URL, with the URL through this line. */
export async function layLineTo(address: string): Promise<Line & { url: string }> {
  const { protocol, hostname, port } = new URL(address)
  const line = await layLine({ host: hostname, port: Number(port) })
  return { ...line, url: `${protocol}//localhost:${line.port}` }
}

/** `end` is where the line leads: a port, or the path of a socket. */
export async function layLine(end: NetConnectOpts): Promise<Line> {
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  const speaking = new Map<Socket, Socket>()
  let sent = 0
  let state: 'whole' | 'cut' | 'silent' = 'whole'

  const hold = (socket: Socket, from: Set<Socket>) => {
    from.add(socket)
    socket.on('close', () => from.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const hush = (near: Socket, far?: Socket) => {
    if (far) {
      near.unpipe(far)
      far.unpipe(near)
      far.pause()
    }
    hold(near, silent)
    // Data is discarded; reading on is the only way to notice the close.
    near.resume()
  }
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const listener = createServer((near) => {
    hold(near, sockets)
    if (state === 'cut') {
      near.destroy()
      return
    }
    if (state === 'silent') {
      hush(near)
      return
    }
    const far = hold(connect(end), sockets)
    speaking.set(near, far)
    near.on('data', (chunk: Buffer) => void (sent += chunk.length))
    near.pipe(far).pipe(near)
    near.on('close', () => {
      // The server does not notice the close either.
      if (!silent.has(near)) far.destroy()
      speaking.delete(near)
    })
    far.on('close', () => {
      if (!silent.has(near)) near.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')

  return {
    port: (listener.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      drop()
    },
    fallSilent() {
      state = 'silent'
      for (const [near, far] of speaking) hush(near, far)
      speaking.clear()
    },
    mend() {
      state = 'whole'
    },
    sentBytes: () => sent,
    silentConnections: () => silent.size,
    remove() {
      listener.close()
      drop()
    },
  }
}
