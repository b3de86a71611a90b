import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a database that falls silent: nothing breaks, nothing comes. */
export interface DatabaseLine {
  /** DATABASE_URL, by way of this line. */
  url: string
  /** From now on nothing gets through, neither of old connections nor of new ones. */
  fallSilent(): void
  /** Lets new connections through; those of before stay silent. */
  mend(): void
  /** How many connections the program holds open that lead nowhere any more. */
  silentConnections(): number
  remove(): void
}

/** `databaseUrl` names a folder with the socket of the server, as those of `postgres.ts` do. */
export async function layDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { pathname, searchParams } = new URL(databaseUrl)
  const serverSocket = `${searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  const speaking = new Map<Socket, Socket>()
  let isSilent = false

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
    // What is said is lost on the way; only so is a farewell heard.
    near.resume()
  }
  const line = createServer((near) => {
    hold(near, sockets)
    if (isSilent) {
      hush(near)
      return
    }
    const far = hold(connect(serverSocket), sockets)
    speaking.set(near, far)
    near.pipe(far).pipe(near)
    near.on('close', () => {
      // The server does not learn of it either.
      if (!silent.has(near)) far.destroy()
      speaking.delete(near)
    })
    far.on('close', () => {
      if (!silent.has(near)) near.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')

  return {
    url: `postgresql://postgres@127.0.0.1:${(line.address() as AddressInfo).port}${pathname}`,
    fallSilent() {
      isSilent = true
      for (const [near, far] of speaking) hush(near, far)
      speaking.clear()
    },
    mend() {
      isSilent = false
    },
    silentConnections: () => silent.size,
    remove() {
      line.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
