import { once } from 'node:events'
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { startEmbeddedDatabase, type EmbeddedDatabase } from '@server/db/embedded/embedded-database'
import { FolderInUseError } from '@server/db/embedded/folder-lock'
import { maintain } from '@server/db/embedded/maintenance'
import { compileEmbedded, killAtOnce, makeFolder, removeFolder, startChild, WORKER_FILE } from '@support/embedded-child'
import { repeats } from '@support/repeats'
import { watchedWorker } from '@support/watched-worker'
import { Pool } from 'pg'

const KILLS = repeats({ usually: 1, thoroughly: 5 })
const WAL_FILE = /database\/pg_wal\/[0-9A-F]{24}$/

let dataDir: string
let database: EmbeddedDatabase | undefined
let pool: Pool
let failure: Promise<Error>

/** One folder for all: making a database takes seconds, opening one half a second. */
beforeAll(async () => {
  dataDir = makeFolder()
  await start()
  await pool.query('CREATE TABLE rows_written (id integer PRIMARY KEY)')
  await stop()
})
afterEach(stop)
afterAll(() => removeFolder(dataDir))

async function start(workerFile = WORKER_FILE): Promise<void> {
  let onFailure: (error: Error) => void = () => undefined
  failure = new Promise((resolve) => (onFailure = resolve))
  database = await startEmbeddedDatabase({ dataDir, workerFile, onFailure })
  pool = new Pool(database.connection)
  // What a broken connection says in between queries; the tests look at the queries.
  pool.on('error', () => undefined)
}

async function stop(): Promise<void> {
  await pool.end().catch(() => undefined)
  await database?.stop().catch(() => undefined)
  database = undefined
}

describe('what the embedded database keeps', () => {
  it('is on the disk before a commit is acknowledged', async () => {
    const { workerFile, fsyncs } = watchedWorker(dataDir)
    await start(workerFile)

    for (const id of [1, 2, 3]) {
      const before = fsyncs().length
      await pool.query('INSERT INTO rows_written VALUES ($1)', [-id])
      expect(fsyncs().slice(before)).toContainEqual(expect.stringMatching(WAL_FILE))
    }
    const before = fsyncs().length
    await pool.query('SELECT count(*) FROM rows_written')
    expect(fsyncs()).toHaveLength(before)
  })

  it('is whole in a new folder, even if an earlier start was cut short: all is on the disk before it gets its name', async () => {
    const { workerFile, fsyncs } = watchedWorker(dataDir)
    const anew = path.join(dataDir, 'anew')
    const unfinished = path.join(anew, 'database.new')
    mkdirSync(unfinished, { recursive: true })
    writeFileSync(path.join(unfinished, 'PG_VERSION'), 'of the start that was cut short')

    const second = await startEmbeddedDatabase({ dataDir: anew, workerFile })
    await second.stop()

    expect(fsyncs()).toEqual(
      expect.arrayContaining(['PG_VERSION', 'global/pg_control', 'base'].map((name) => path.join(unfinished, name))),
    )
    expect(fsyncs()).toContain(anew)
    expect(statSync(path.join(anew, 'database')).mode & 0o777).toBe(0o700)
  })

  it('is not acknowledged when the disk fails, and the program hears of it', async () => {
    const { workerFile, breakDisk } = watchedWorker(dataDir)
    await start(workerFile)
    breakDisk()

    await expect(pool.query('INSERT INTO rows_written VALUES (-10)')).rejects.toThrow()

    expect((await failure).message).toContain('could not fsync file')
    await expect(database?.stop()).rejects.toThrow('could not fsync file')
  })

  it('is all there after the process is killed', async () => {
    const modules = compileEmbedded()
    const writer = `
      const { Pool } = require('pg')
      const { startEmbeddedDatabase } = require('./embedded-database')
      process.once('message', async ({ dataDir, workerFile, next }) => {
        const pool = new Pool((await startEmbeddedDatabase({ dataDir, workerFile })).connection)
        for (let id = next; ; id += 1) {
          await pool.query('INSERT INTO rows_written VALUES ($1)', [id])
          process.send(id)
        }
      })`
    let acknowledged = 0
    for (let round = 0; round < KILLS; round += 1) {
      const child = startChild(modules, writer)
      child.send({ dataDir, workerFile: WORKER_FILE, next: acknowledged + 1000 * round + 1 })
      const ids: number[] = []
      child.on('message', (id: number) => ids.push(id))
      await once(child, 'message')
      await new Promise((resolve) => setTimeout(resolve, 100 + 40 * round))
      await killAtOnce(child)

      await start()
      const { rows } = await pool.query<{ id: number }>('SELECT id FROM rows_written WHERE id = ANY ($1)', [ids])
      expect(rows).toHaveLength(ids.length)
      expect(ids.length).toBeGreaterThan(1)
      acknowledged = Math.max(...ids)
      await stop()
    }
    removeFolder(modules)
  })

  it('says why a folder of another version does not open, and lets go of it', async () => {
    const old = path.join(dataDir, 'old')
    cpSync(path.join(dataDir, 'database'), path.join(old, 'database'), { recursive: true })
    writeFileSync(path.join(old, 'database', 'PG_VERSION'), '16\n')
    const startOld = () => startEmbeddedDatabase({ dataDir: old, workerFile: WORKER_FILE })

    await expect(startOld()).rejects.toThrow('initialized by PostgreSQL version 16')
    await expect(startOld()).rejects.toThrow('initialized by PostgreSQL version 16')
  })
})

describe('the embedded database', () => {
  it('refuses a second program on its folder', async () => {
    await start()

    await expect(startEmbeddedDatabase({ dataDir, workerFile: WORKER_FILE })).rejects.toThrow(FolderInUseError)
  })

  it('keeps others from its socket', async () => {
    await start()

    expect(statSync(String(database?.connection.host)).mode & 0o777).toBe(0o700)
  })

  it('opens in a folder whose path is too long for a socket', async () => {
    const deep = path.join(dataDir, 'д'.repeat(60))
    cpSync(path.join(dataDir, 'database'), path.join(deep, 'database'), { recursive: true })
    const second = await startEmbeddedDatabase({ dataDir: deep, workerFile: WORKER_FILE })
    const itsPool = new Pool(second.connection)

    expect((await itsPool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await itsPool.end()
    await second.stop()
  })

  it('gives back the room of deleted rows and of its log', async () => {
    await start()
    await pool.query(
      'CREATE TABLE "Many rows" AS SELECT generate_series(1, 100000) AS id; DELETE FROM "Many rows" WHERE id > 10',
    )
    const logLength = async () =>
      (
        await pool.query<{ bytes: string }>(
          'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) AS bytes FROM pg_control_checkpoint()',
        )
      ).rows[0]?.bytes

    await maintain(pool)

    const { rows: sizes } = await pool.query("SELECT relpages, reltuples FROM pg_class WHERE relname = 'Many rows'")
    expect(sizes).toEqual([{ relpages: 1, reltuples: 10 }])
    const { rows: statistics } = await pool.query("SELECT n_distinct FROM pg_stats WHERE tablename = 'Many rows'")
    expect(statistics).toEqual([{ n_distinct: -1 }])
    expect(Number(await logLength())).toBeLessThan(100_000)
  })
})
