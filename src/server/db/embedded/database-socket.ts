import { createServer, type Socket } from 'node:net'

import type { PGlite } from '@electric-sql/pglite'

import { ENCRYPTION_REFUSED, fatalError, messageCutter, query, SYNC, type ClientMessage } from './wire-messages'

/** How long a second client waits for the first one to disconnect before it is rejected. */
const TURN_TIMEOUT_MS = 2_000
const TOO_MANY_CONNECTIONS = '53300'

export interface DatabaseSocket {
  /** Disconnects every client. Their uncommitted work is rolled back. */
  close(): Promise<void>
}

/**
 * Serves the database to PostgreSQL clients, one after the other.
 *
 * PGlite has a single session. Two concurrent clients would share it, and one's statement could run with the other's
 * parameters. So a client has the session to itself until it disconnects. Then the session is reset: no open
 * transaction, no settings.
 */
export async function serveDatabase(database: PGlite, socketPath: string): Promise<DatabaseSocket> {
  const clients = new Set<Socket>()
  let turn: Promise<void> = Promise.resolve()

  const server = createServer((client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    // A vanishing client is not a failure of the database. The event 'close' follows.
    client.on('error', () => client.destroy())
    const refusal = setTimeout(
      () => client.end(fatalError(TOO_MANY_CONNECTIONS, 'the database serves one connection at a time')),
      TURN_TIMEOUT_MS,
    )

    turn = turn.then(async () => {
      clearTimeout(refusal)
      await serveClient(database, client)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))

  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const client of clients) client.destroy()
      await closed
      await turn
    },
  }
}

async function serveClient(database: PGlite, client: Socket): Promise<void> {
  if (client.destroyed || client.writableEnded) return
  const cut = messageCutter()
  try {
    for await (const chunk of client) {
      const more = await respond(database, client, cut(chunk as Buffer))
      if (!more) break
    }
  } catch {
    // The client was cut off, or does not speak PostgreSQL's protocol. Either way it is gone.
  } finally {
    client.destroy()
    await restoreSession(database)
  }
}

/** @returns false when the client disconnects */
async function respond(database: PGlite, client: Socket, messages: ClientMessage[]): Promise<boolean> {
  const reply = (bytes: Uint8Array): void => {
    // The engine reuses this memory.
    client.write(Buffer.from(bytes))
  }
  const commands: Buffer[] = []
  client.cork()
  try {
    for (const message of messages) {
      if (message.kind === 'encryption request') client.write(ENCRYPTION_REFUSED)
      if (message.kind === 'startup') await run(database, message.bytes, reply)
      if (message.kind === 'command') commands.push(message.bytes)
      if (message.kind === 'cancel request' || message.kind === 'terminate') {
        await run(database, Buffer.concat(commands), reply)
        return false
      }
    }
    // One call of the engine for Parse, Bind, Describe, Execute and Sync together, instead of five.
    await run(database, Buffer.concat(commands), reply)
    return true
  } finally {
    client.uncork()
  }
}

async function restoreSession(database: PGlite): Promise<void> {
  // A client may have disconnected between Parse and Sync. The engine would ignore the next client's commands until a
  // Sync.
  await run(database, SYNC)
  if (database.isInTransaction()) await run(database, query('ROLLBACK'))
  await run(database, query('DISCARD ALL'))
}

async function run(
  database: PGlite,
  commands: Buffer,
  reply: (bytes: Uint8Array) => void = () => undefined,
): Promise<void> {
  if (commands.length === 0) return
  await database.execProtocolRawStream(commands, { syncToFs: false, onRawData: reply })
}
