/** PostgreSQL's numbers: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CANCEL_REQUEST = 80877102
const SSL_REQUEST = 80877103
const GSS_ENCRYPTION_REQUEST = 80877104
const LENGTH_BYTES = 4
const LONGEST_MESSAGE_BYTES = 1024 ** 3

export const SYNC = Buffer.from('S\0\0\0\x04', 'latin1')
export const ENCRYPTION_REFUSED = Buffer.from('N')

export type ClientMessage =
  { kind: 'encryption request' | 'cancel request' | 'terminate' } | { kind: 'startup' | 'command'; bytes: Buffer }

/** Splits the incoming chunks of one client into whole messages. */
export function messageCutter(): (chunk: Buffer) => ClientMessage[] {
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

export function query(sql: string): Buffer {
  return message('Q', `${sql}\0`)
}

/** The last message to a client before its connection is closed. */
export function fatalError(sqlState: string, text: string): Buffer {
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
