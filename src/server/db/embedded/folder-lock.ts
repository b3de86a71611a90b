import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import path from 'node:path'

import { withSocketPath } from './socket-path'

interface FolderLock {
  release(): void
}

/** Another live process (or other code in this one) has locked the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'

  constructor(readonly folder: string) {
    super(`${folder} is in use by another running process`)
  }
}

/**
 * Locks `folder` for this process, and creates it if necessary. The lock ends with the process, also when it is killed.
 *
 * The holder listens on a socket in `<folder>/lock`. The kernel closes the socket when the process dies, so a refused
 * connection means that the holder is dead. A new process first listens in a folder of its own, then renames that
 * folder to `lock`. The rename is atomic, and fails while `lock` is not empty: of several processes one wins. Socket
 * names are random, so removing a dead socket never removes that of the next holder.
 *
 * It works between processes of one kernel, containers included, but not over a network file system that two machines
 * share.
 *
 * @throws FolderInUseError when it is taken; the file system's own error, with its `code`, when it can't be created or
 * written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const claim = await prepareClaim(folder)
  const place = path.join(folder, 'lock')
  try {
    while (!wonLock(claim.folder, place)) await removeDeadSockets(place, folder)
  } catch (error) {
    claim.server.close()
    rmSync(claim.folder, { recursive: true, force: true })
    throw error
  }
  return {
    release() {
      rmSync(path.join(place, claim.socketName), { force: true })
      claim.server.close()
    },
  }
}

interface Claim {
  folder: string
  socketName: string
  server: Server
}

async function prepareClaim(folder: string): Promise<Claim> {
  const id = randomBytes(8).toString('hex')
  const claimFolder = path.join(folder, `lock.${id}`)
  mkdirSync(claimFolder, { mode: 0o700 })
  try {
    const server = await withSocketPath(claimFolder, id, listen)
    return { folder: claimFolder, socketName: id, server }
  } catch (error) {
    rmSync(claimFolder, { recursive: true, force: true })
    throw error
  }
}

function listen(socketPath: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(socketPath, () => resolve(server.unref()))
  })
}

function wonLock(claimFolder: string, place: string): boolean {
  try {
    renameSync(claimFolder, place)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}

async function removeDeadSockets(place: string, folder: string): Promise<void> {
  for (const socketName of readdirSync(place)) {
    if (await withSocketPath(place, socketName, isListening)) throw new FolderInUseError(folder)
    rmSync(path.join(place, socketName), { force: true })
  }
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => {
      // The accept queue is full, which only a live holder has.
      const isAlive = hasCode(error, 'EAGAIN')
      const isDead = hasCode(error, 'ECONNREFUSED', 'ENOENT')
      if (isAlive || isDead) resolve(isAlive)
      else reject(error)
    })
  })
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}
