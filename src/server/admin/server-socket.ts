import { rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { withSocketPath } from '../db/embedded/socket-path'
import { extendHold, holdRemovals } from '../media/repository'
import type { Log } from '../lib/log'
import { failureOf, isForOperator } from './failures'
import type { Installation } from './installation'
import { HOLD_EXTENDED_MS, HOLD_SECONDS, type Reply, type Request, SOCKET_NAME } from './server-client'
import { VerbError } from './verb'

/**
 * Accepts the CLI's commands on a running server with the embedded database, which has a single process. Returns a
 * function that stops it.
 */
export async function listenForOperator(
  installation: Installation,
  copyDatabase: () => Promise<string>,
  log: Pick<Log, 'error'>,
): Promise<() => Promise<void>> {
  const { dataDir } = installation.config
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    client.on('error', () => client.destroy())
    createInterface({ input: client }).once('line', (line) => {
      respond(line, client).then(
        (reply) => client.write(`${JSON.stringify(reply)}\n`),
        (error: unknown) => {
          if (!isForOperator(error)) log.error({ err: error }, 'a task of the operator failed')
          client.write(`${JSON.stringify({ failure: failureOf(error) } satisfies Reply)}\n`)
        },
      )
    })
  })
  // We hold the lock of the folder, so an existing socket is left over from a dead process.
  await rm(path.join(dataDir, SOCKET_NAME), { force: true })
  await withSocketPath(dataDir, SOCKET_NAME, (socketPath) => listen(server, socketPath))

  return async () => {
    for (const client of clients) client.destroy()
    await new Promise((resolve) => server.close(resolve))
  }

  async function respond(line: string, client: Socket): Promise<Reply> {
    const request = JSON.parse(line) as Request
    if ('copy' in request) return { folder: await copyAndHold(client) }
    // Loaded on demand: the commands bring the code for checks and backups.
    const { installationVerb } = await import('./verbs')
    const verb = installationVerb(request.verb)
    if (!verb) throw new VerbError(`the running server does not know ${request.verb}: is it of another release?`)
    return { answer: await verb.runOn(installation, request) }
  }

  /** Holds all files that the copy references while the client stays connected. */
  async function copyAndHold(client: Socket): Promise<string> {
    const { db } = installation
    const hold = await holdRemovals(db, HOLD_SECONDS)
    const extend = (seconds: number) => extendHold(db, hold, seconds).catch(() => undefined)
    const timer = setInterval(() => void extend(HOLD_SECONDS), HOLD_EXTENDED_MS)
    client.once('close', () => {
      clearInterval(timer)
      void extend(0)
    })
    const folder = await copyDatabase()
    const remove = () => void rm(folder, { recursive: true, force: true }).catch(() => undefined)
    if (client.destroyed) remove()
    else client.once('close', remove)
    return folder
  }
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
