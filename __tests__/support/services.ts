import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startPostgres } from './postgres'
import { startRedis } from './redis'
import { freePort } from './server-process'

/**
 * The services that a large installation uses instead of the built-in ones. `TEST_SERVICES=postgres,redis,s3` runs the
 * server's tests on them; without it they run on the embedded database, in memory and on disk.
 */
const SERVICES = ['postgres', 'redis', 's3'] as const
type Service = (typeof SERVICES)[number]

/** For the global setup: starts what TEST_SERVICES names, and passes their URLs to test files by the environment. */
export async function startServices(): Promise<() => Promise<void>> {
  const stops: (() => Promise<unknown>)[] = []
  for (const service of wanted()) stops.push(await START[service]())
  return async () => {
    for (const stop of stops.reverse()) await stop()
  }
}

/** A new database on the running PostgreSQL, if there is one. */
export async function databaseOnServices(): Promise<string | undefined> {
  const { TEST_POSTGRES } = process.env
  return TEST_POSTGRES && makeDatabase(TEST_POSTGRES)
}

/** Settings for a server with the other services to itself: a Redis database and a bucket of its own. */
export async function settingsOnServices(): Promise<Record<string, string>> {
  const { TEST_REDIS, TEST_S3 } = process.env
  return {
    ...(TEST_REDIS && { REDIS_URL: await claimRedisDatabase(TEST_REDIS) }),
    // Loaded on demand: the object store client is slow to load.
    ...(TEST_S3 && (await (await import('./buckets')).makeBucket(TEST_S3))),
  }
}

const START: Record<Service, () => Promise<() => Promise<unknown>>> = {
  async postgres() {
    const postgres = await startPostgres()
    process.env.TEST_POSTGRES = await postgres.makeDatabase()
    return () => postgres.stop()
  },

  async redis() {
    const redis = await startRedis()
    process.env.TEST_REDIS = redis.url
    return () => redis.stop()
  },

  async s3() {
    const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-s3-'))
    const port = await freePort()
    // Every test file loads this module, and few need its store.
    const { createS3Server } = await import('./own-s3')
    const s3 = createS3Server(folder, port)
    await s3.run()
    process.env.TEST_S3 = `http://localhost:${port}`
    return async () => {
      await s3.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function wanted(): Service[] {
  const names = (process.env.TEST_SERVICES ?? '').split(',').filter(Boolean)
  const unknown = names.find((name) => !SERVICES.some((service) => service === name))
  if (unknown) throw new Error(`TEST_SERVICES knows ${SERVICES.join(', ')}, not ${unknown}`)
  return SERVICES.filter((service) => names.includes(service))
}

async function makeDatabase(address: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return address.replace(/\/[^/?]+\?/, `/${name}?`)
}

/** Database 0 counts the claimed database numbers. */
async function claimRedisDatabase(address: string): Promise<string> {
  const redis = new Redis(address)
  const number = await redis.incr('databases-claimed')
  redis.disconnect()
  return `${address}/${number}`
}
