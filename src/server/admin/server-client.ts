import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { withSocketPath } from '../db/embedded/socket-path'
import { type VerbResult, type Input, VerbError } from './verb'

/** In DATA_DIR, which is closed to other users: a process that can connect has full access. */
export const SOCKET_NAME = 'operator.sock'
/** Longer than a busy server may need to extend it. */
export const HOLD_SECONDS = 600
/** How often the hold is extended while it is needed. */
export const HOLD_EXTENDED_MS = 60_000

/** A line that the CLI sends to a running server. */
export type Request = ({ verb: string } & Input) | { copy: true }
/** The reply to a request, in one line. */
export type Reply = { answer: VerbResult } | { folder: string } | { failure: string }

/** A running server with the embedded database. */
export interface RunningServer {
  ask(request: Request): Promise<VerbResult>
  /** Copies the database into the returned folder; until `close` no file that it references is removed. */
  copy(): Promise<string>
  close(): void
}

/** Undefined when no server has the embedded database of this folder open. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  const socket = await withSocketPath(dataDir, SOCKET_NAME, reach)
  if (!socket) return undefined
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()

  async function ask(request: Request): Promise<Exclude<Reply, { failure: string }>> {
    socket?.write(`${JSON.stringify(request)}\n`)
    const line = await lines.next()
    if (line.done)
      throw new VerbError('the server ended before it answered: look whether the task is done, and repeat it')
    const reply = JSON.parse(line.value) as Reply
    if ('failure' in reply) throw new VerbError(reply.failure)
    return reply
  }

  return {
    async ask(request) {
      const reply = await ask(request)
      if (!('answer' in reply)) throw new VerbError('the running server is of another release')
      return reply.answer
    },
    async copy() {
      const reply = await ask({ copy: true })
      if (!('folder' in reply)) throw new VerbError('the running server is of another release')
      return reply.folder
    },
    close: () => socket.destroy(),
  }
}

async function reach(socketPath: string): Promise<Socket | undefined> {
  const socket = connect(socketPath)
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // There is no socket, or its process has died.
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    throw error
  }
  // The death of the server is noticed where its reply is awaited.
  socket.on('error', () => undefined)
  return socket
}
