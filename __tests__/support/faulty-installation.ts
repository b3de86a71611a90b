import path from 'node:path'
import pg from 'pg'
import type { Memorial } from '@contract/memorial'
import { layDatabaseLine } from './database-line'
import { layLineTo } from './line'
import { startMailServer } from './mail-server'
import { memorialForm } from './memorial-form'
import { startNginx } from './nginx'
import { startOwnS3 } from './own-s3'
import { smallPicture } from './photographs'
import { startPostgres } from './postgres'
import { startRedis } from './redis'
import { openAccountByLetter, type RemoteAccount } from './remote-account'
import { freePort, type ServerProcess, startServerProcess } from './server-process'
import { mountSmallDisk } from './small-disk'

const PROCESSES = 2
const DISK_MB = 256
const CLOCK_AHEAD = path.resolve('__tests__/support/clock-ahead.cjs')

export type FaultyInstallation = Awaited<ReturnType<typeof startFaultyInstallation>>

/**
 * Two processes behind nginx, with PostgreSQL, Redis, a store and a mail server of their own, each behind a line that can
 * be broken. The processes store their files on a disk that can be filled.
 */
export async function startFaultyInstallation() {
  const [postgres, redis, s3, mail] = [
    await startPostgres({ isDurable: true }),
    await startRedis(),
    await startOwnS3(),
    await startMailServer(),
  ]
  const databaseUrl = await postgres.makeDatabase()
  const disk = mountSmallDisk(DISK_MB)
  const lines = {
    database: await layDatabaseLine(databaseUrl),
    redis: await layLineTo(redis.url),
    store: await layLineTo(s3.url),
    mail: await layLineTo(mail.url),
  }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ports = [await freePort(), await freePort()].slice(0, PROCESSES)

  const start = (index: number, more: Record<string, string> = {}) =>
    startServerProcess({
      DATABASE_URL: lines.database.url,
      REDIS_URL: lines.redis.url,
      SMTP_URL: lines.mail.url,
      ...s3.settings(lines.store.url),
      DATA_DIR: path.join(disk.folder, String(index)),
      SECRET_KEY: 'of-both-processes-of-the-faulty-installation',
      HOST: '127.0.0.1',
      PORT: String(ports[index]),
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
      NEW_ACCOUNT_MEMORIALS: '1000000',
      ...more,
    })
  const processes: ServerProcess[] = []
  for (const index of ports.keys()) processes.push(await start(index))
  const nginx = await startNginx(port, ports)
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // The connection breaks whenever the database is stopped.
  database.on('error', () => undefined)

  return {
    url,
    postgres,
    redis,
    disk,
    lines,
    mail,
    nginx,

    /** Queries the database directly, not through a line. */
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await database.query<Row>(text, values)).rows,

    pids: () => processes.map(({ pid }) => pid),

    /** Stops or kills one process, and starts it again. */
    restart: async (index: number, how: 'kill' | 'stop', more?: Record<string, string>) => {
      await processes[index]?.[how]()
      processes[index] = await start(index, more)
    },

    clockAhead: (milliseconds: number) => ({
      NODE_OPTIONS: `--require=${CLOCK_AHEAD}`,
      CLOCK_AHEAD_MS: String(milliseconds),
    }),

    openAccount: (email: string): Promise<RemoteAccount> =>
      openAccountByLetter({ url } as ServerProcess, email, (sql, values) => database.query(sql, values)),

    async stop() {
      await nginx.stop()
      for (const process of processes) await process.stop()
      await database.end()
      for (const line of Object.values(lines)) line.remove()
      await mail.goAway()
      await s3.stop()
      await redis.stop()
      await postgres.stop()
      disk.remove()
    },
  }
}

/** Owners, and a page of the first of them with a portrait: what visitors need. */
export async function openedPage(installation: FaultyInstallation, { owners: count = 1 } = {}) {
  const first = await installation.openAccount('owner@example.org')
  const owners = [first]
  while (owners.length < count) owners.push(await installation.openAccount(`owner-${owners.length}@example.org`))
  const body = memorialForm({}, { bytes: await smallPicture() })
  const response = await first.fetch('/memorial/create', { method: 'POST', body })
  return { url: installation.url, owners, memorial: (await response.json()) as Memorial }
}
