import { createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/** How long a second client waits for the first one to disconnect before it is rejected. */
const TURN_TIMEOUT_MS = 2_000
const TOO_MANY_CONNECTIONS = '53300'

interface DatabaseSocket {
  /** Disconnects every client. Their uncommitted work is rolled back. */
  close(): Promise<void>
}

/** Serves the database to PostgreSQL clients on a socket, one after the other. */
export async function serveDatabase(database: PGlite, socketPath: string): Promise<DatabaseSocket> {
  const clients = new Set<Duplex>()
  const turns = serveInTurn(database)

  const server = createServer((client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    turns.take(client)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))

  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const client of clients) client.destroy()
      await closed
      await turns.settled()
    },
  }
}

interface Turns {
  take(client: Duplex): void
  /** Resolves when every client has disconnected. */
  settled(): Promise<void>
}

/**
 * PGlite has a single session. Two concurrent clients would share it, and one's statement could run with the other's
 * parameters. So a client has the session to itself until it disconnects. Then the session is reset: no open
 * transaction, no settings.
 */
export function serveInTurn(database: PGlite): Turns {
  let turn: Promise<void> = Promise.resolve()
  return {
    take(client) {
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
    },
    settled: () => turn,
  }
}

async function serveClient(database: PGlite, client: Duplex): Promise<void> {
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
async function respond(database: PGlite, client: Duplex, messages: ClientMessage[]): Promise<boolean> {
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

/** PostgreSQL's numbers: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CANCEL_REQUEST = 80877102
const SSL_REQUEST = 80877103
const GSS_ENCRYPTION_REQUEST = 80877104
const LENGTH_BYTES = 4
const LONGEST_MESSAGE_BYTES = 1024 ** 3

const SYNC = Buffer.from('S\0\0\0\x04', 'latin1')
const ENCRYPTION_REFUSED = Buffer.from('N')

type ClientMessage =
  { kind: 'encryption request' | 'cancel request' | 'terminate' } | { kind: 'startup' | 'command'; bytes: Buffer }

/** Splits the incoming chunks of one client into whole messages. */
function messageCutter(): (chunk: Buffer) => ClientMessage[] {
  let started = false
  let chunks: Buffer[] = []
  let bytesHeld = 0
  let bytesNeeded = 0

  return (chunk) => {
    chunks.push(chunk)
    bytesHeld += chunk.length
    // A large message arrives in many chunks. They are joined once, when it is complete.
    if (bytesHeld < bytesNeeded) return []

    const messages: ClientMessage[] = []
    let rest = Buffer.concat(chunks)
    for (
      bytesNeeded = wholeLength(rest, started);
      rest.length >= bytesNeeded;
      bytesNeeded = wholeLength(rest, started)
    ) {
      const message = read(rest.subarray(0, bytesNeeded), started)
      if (message.kind === 'startup') started = true
      messages.push(message)
      rest = rest.subarray(bytesNeeded)
    }
    chunks = [rest]
    bytesHeld = rest.length
    return messages
  }
}

function query(sql: string): Buffer {
  return message('Q', `${sql}\0`)
}

/** The last message to a client before its connection is closed. */
function fatalError(sqlState: string, text: string): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`)
}

/**
 * The length of the message that starts here, or of its header while that is incomplete. Before the session starts,
 * messages have no type byte.
 */
function wholeLength(bytes: Buffer, started: boolean): number {
  const typeBytes = started ? 1 : 0
  if (bytes.length < typeBytes + LENGTH_BYTES) return typeBytes + LENGTH_BYTES
  const length = bytes.readInt32BE(typeBytes)
  if (length < LENGTH_BYTES || length > LONGEST_MESSAGE_BYTES)
    throw new Error(`A message of ${length} bytes is not PostgreSQL's protocol`)
  return typeBytes + length
}

function read(bytes: Buffer, started: boolean): ClientMessage {
  if (started) return bytes[0] === 'X'.charCodeAt(0) ? { kind: 'terminate' } : { kind: 'command', bytes }

  const request = bytes.length < 2 * LENGTH_BYTES ? undefined : bytes.readInt32BE(LENGTH_BYTES)
  if (request === SSL_REQUEST || request === GSS_ENCRYPTION_REQUEST) return { kind: 'encryption request' }
  if (request === CANCEL_REQUEST) return { kind: 'cancel request' }
  return { kind: 'startup', bytes }
}

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text)
  const header = Buffer.alloc(1 + LENGTH_BYTES)
  header.write(type, 'latin1')
  header.writeInt32BE(LENGTH_BYTES + body.length, 1)
  return Buffer.concat([header, body])
}
