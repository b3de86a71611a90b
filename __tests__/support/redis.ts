import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'

const PROGRAM = 'redis-server'

/** Tests that need a real Redis. Where none is installed they are skipped. */
export function describeOnRedis(define: () => void): void {
  const isInstalled = spawnSync(PROGRAM, ['--version']).status === 0
  if (isInstalled) describe('with Redis', define)
  else describe.skip('with Redis, which is not installed here', define)
}

/** An empty Redis of one test file, reached by a socket in a temporary folder. */
export async function startRedis(): Promise<{ redis: Redis; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-redis-'))
  const socket = path.join(folder, 'redis.sock')
  const server = spawn(PROGRAM, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
  // Tries again until the socket is there.
  const redis = new Redis(socket, { retryStrategy: () => 50, maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  await redis.ping()

  return {
    redis,
    async stop() {
      redis.disconnect()
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
