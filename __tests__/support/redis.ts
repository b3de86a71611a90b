import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './server-process'

const PROGRAM = 'redis-server'
const DATABASES = 16_384
const LOOK_EVERY_MS = 50

/** Tests that need a real Redis. Where none is installed they are skipped, unless REDIS_REQUIRED says that one has to be. */
export function describeOnRedis(define: () => void): void {
  const isInstalled = spawnSync(PROGRAM, ['--version']).status === 0
  if (isInstalled || process.env.REDIS_REQUIRED) describe('with Redis', define)
  else describe.skip('with Redis, which is not installed here', define)
}

export interface OwnRedis {
  url: string
  /** It responds to nothing more, and its connections stay open. */
  hang(): void
  goOn(): void
  stop(): Promise<void>
}

/** An empty Redis; its REDIS_URL, to which a database number may be added. */
export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--databases', String(DATABASES)]
  // If this process is killed, its server ends too.
  const server = spawn('setpriv', ['--pdeathsig=TERM', PROGRAM, ...settings], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const url = `redis://127.0.0.1:${port}`

  const redis = new Redis(url, { retryStrategy: () => LOOK_EVERY_MS, maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  const failed = ended.then(() => {
    throw new Error('redis-server did not start: apt-get install redis-server')
  })
  await Promise.race([redis.ping(), failed]).finally(() => redis.disconnect())
  failed.catch(() => undefined)

  return {
    url,
    hang: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGCONT')
      server.kill()
      await ended
    },
  }
}
