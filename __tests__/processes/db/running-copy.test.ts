import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { copyDatabase } from '@server/db/embedded/copy-database'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@server/db/embedded/embedded-database'
import { maintain } from '@server/db/embedded/maintenance'
import { makeFolder, removeFolder, WORKER_FILE } from '@support/embedded-child'
import { repeats } from '@support/repeats'
import { Pool } from 'pg'

const ACCOUNTS = 60_000
const TOTAL = ACCOUNTS * 100

let dataDir: string
let database: EmbeddedDatabase
let pool: Pool

beforeAll(async () => {
  dataDir = makeFolder()
  database = await startEmbeddedDatabase({ dataDir, workerFile: WORKER_FILE })
  pool = new Pool(database.connection)
  await pool.query(`CREATE TABLE accounts (id integer PRIMARY KEY, sum integer NOT NULL, note text NOT NULL);
    CREATE INDEX accounts_by_sum ON accounts (sum);
    CREATE TABLE transfers (id integer PRIMARY KEY);
    INSERT INTO accounts SELECT id, 100, repeat('Помним ', 40) FROM generate_series(1, ${ACCOUNTS}) AS id`)
  await maintain(pool)
})
afterAll(async () => {
  await pool.end()
  await database.stop()
  removeFolder(dataDir)
})

/** Moves money from account to account, several hundred at once, until it is stopped. Now and then a table goes away. */
function keepTransferring() {
  const over = new AbortController()
  const running = (async () => {
    while (!over.signal.aborted) {
      const id = ++lastTransfer
      const from = (id * 15_013) % (ACCOUNTS - 300)
      await pool.query(`BEGIN; UPDATE accounts SET sum = sum - 1 WHERE id > ${from} AND id <= ${from} + 150;
        UPDATE accounts SET sum = sum + 1 WHERE id > ${from} + 150 AND id <= ${from} + 300;
        INSERT INTO transfers VALUES (${id}); COMMIT`)
      if (id % 10 === 0)
        await pool.query(`CREATE TABLE passing_${id} AS SELECT * FROM accounts LIMIT 200; DROP TABLE passing_${id}`)
      committed = id
    }
  })()
  return async () => {
    over.abort()
    await running
  }
}
let lastTransfer = 0
let committed = 0

/** What a copy holds, by its table and by its indexes. */
async function opened(folder: string) {
  const copy = await startEmbeddedDatabase({ dataDir: folder, workerFile: WORKER_FILE, isTemporary: true })
  const copyPool = new Pool(copy.connection)
  const number = async (query: string) => Number((await copyPool.query<{ n: string }>(query)).rows[0]?.n)
  try {
    const sum = await number('SELECT sum(sum) AS n FROM accounts')
    const transfers = await number('SELECT count(*) AS n FROM transfers')
    const lastOfThem = await number('SELECT max(id) AS n FROM transfers')
    await copyPool.query('SET enable_seqscan = off; SET enable_bitmapscan = off')
    const byId = await number('SELECT count(*) AS n FROM accounts WHERE id > 0')
    const bySum = await number('SELECT count(*) AS n FROM accounts WHERE sum > -1000000')
    return { sum, transfers, lastOfThem, byId, bySum }
  } finally {
    await copyPool.end()
    await copy.stop()
  }
}

it.each(['first', 'second', 'third'].slice(0, repeats({ usually: 1, thoroughly: 3 })))(
  'is whole in a copy that is made while others write, the %s time',
  async (nth) => {
    const stop = keepTransferring()
    try {
      const before = committed
      const folder = path.join(dataDir, `snapshot-${nth}`)
      await copyDatabase(pool, dataDir, folder)
      expect(committed).toBeGreaterThan(before)

      const { transfers, lastOfThem, ...copied } = await opened(folder)
      expect(copied).toEqual({ sum: TOTAL, byId: ACCOUNTS, bySum: ACCOUNTS })
      expect(transfers).toBe(lastOfThem)
      expect(transfers).toBeGreaterThanOrEqual(before)
    } finally {
      await stop()
    }
  },
)

it('begins again when a checkpoint comes in between, and gives up when one always does', async () => {
  const over = new AbortController()
  const checkpoints = (async () => {
    while (!over.signal.aborted)
      await pool.query('INSERT INTO transfers VALUES ($1); CHECKPOINT'.replace('$1', String(++lastTransfer)))
  })()
  const folder = path.join(dataDir, 'snapshot-of-checkpoints')
  await expect(copyDatabase(pool, dataDir, folder)).rejects.toThrow('a checkpoint came in between')
  over.abort()
  await checkpoints
  expect(await readdir(folder)).toEqual([])

  const copying = copyDatabase(pool, dataDir, folder)
  await pool.query(`INSERT INTO transfers VALUES (${++lastTransfer}); CHECKPOINT`)
  await copying
  expect(await opened(folder)).toMatchObject({ sum: TOTAL, transfers: lastTransfer, lastOfThem: lastTransfer })
})
