import { startEmbeddedDatabase, type EmbeddedDatabase } from '@server/db/embedded/embedded-database'
import { makeFolder, removeFolder, WORKER_FILE } from '@support/embedded-child'
import { Client, Pool } from 'pg'

let dataDir: string
let database: EmbeddedDatabase
let pool: Pool

beforeAll(async () => {
  dataDir = makeFolder()
  database = await startEmbeddedDatabase({ dataDir, workerFile: WORKER_FILE })
})
afterAll(async () => {
  await database.stop()
  removeFolder(dataDir)
})

beforeEach(async () => {
  pool = new Pool(database.connection)
  await pool.query(
    'DROP TABLE IF EXISTS people; CREATE TABLE people (id integer PRIMARY KEY, name text, photo bytea, bytes bigint)',
  )
})
afterEach(() => pool.end())

/** The part of pg's client that sends single messages. Nothing else lets a client vanish between two of them. */
interface RawConnection {
  parse(message: { name: string; text: string }): void
  bind(message: object): void
  execute(message: object): void
  flush(): void
  stream: { destroy(): void }
}

/** Takes the only connection's place, so that a test can break it. */
async function connectAlone(): Promise<{ client: Client; connection: RawConnection }> {
  await pool.end()
  const client = new Client(database.connection)
  client.on('error', () => undefined)
  await client.connect()
  pool = new Pool(database.connection)
  return { client, connection: (client as unknown as { connection: RawConnection }).connection }
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('sessions of the embedded database', () => {
  it('gives each of many callers at once its own answer', async () => {
    const callers = Array.from({ length: 300 }, async (_, caller) => {
      const { rows } = await pool.query(`SELECT ${caller} AS literal, $1::text AS parameter, $2::text AS long`, [
        `${caller}`,
        'я'.repeat(caller * 200),
      ])
      expect(rows).toEqual([{ literal: caller, parameter: `${caller}`, long: 'я'.repeat(caller * 200) }])
    })
    await Promise.all(callers)
  })

  it('does not let a second client into what the first one has begun', async () => {
    const { client: first } = await connectAlone()
    await first.query('BEGIN')
    await first.query('INSERT INTO people (id) VALUES (1)')
    const second = new Client(database.connection)
    const seen = second.connect().then(() => second.query('SELECT count(*)::int AS n FROM people'))

    await aMoment()
    await first.query('ROLLBACK')
    await first.end()

    expect((await seen).rows).toEqual([{ n: 0 }])
    await second.end()
  })

  it('keeps two transactions apart', async () => {
    const steps: string[] = []
    async function transfer(id: number): Promise<number> {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        steps.push(`begin ${id}`)
        await client.query('INSERT INTO people (id) VALUES ($1)', [id])
        await aMoment()
        const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM people')
        await client.query(id === 1 ? 'ROLLBACK' : 'COMMIT')
        steps.push(`end ${id}`)
        return rows[0]?.n ?? 0
      } finally {
        client.release()
      }
    }

    expect(await Promise.all([transfer(1), transfer(2)])).toEqual([1, 1])
    expect(steps).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
    expect((await pool.query('SELECT id FROM people')).rows).toEqual([{ id: 2 }])
  })

  it('rolls back what a client that vanished had begun, and serves the next one', async () => {
    const { client, connection } = await connectAlone()
    await client.query('SET search_path = elsewhere')
    await client.query('BEGIN')
    await client.query('INSERT INTO public.people (id) VALUES (1)')
    const next = pool.query('SELECT count(*)::int AS n FROM people')

    connection.stream.destroy()

    expect((await next).rows).toEqual([{ n: 0 }])
    expect((await pool.query('SHOW search_path')).rows).toEqual([{ search_path: 'public' }])
  })

  it('does not let the next client finish the sentence of one that vanished', async () => {
    const { connection } = await connectAlone()
    connection.parse({ name: '', text: 'not SQL' })
    connection.flush()
    await aMoment()
    connection.stream.destroy()

    expect((await pool.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }])
  })

  it('tells a client that finds the place taken, instead of letting it wait for ever', async () => {
    await pool.query('SELECT 1')

    await expect(new Client(database.connection).connect()).rejects.toMatchObject({ code: '53300' })
  })

  it('stays usable after an error', async () => {
    await pool.query('INSERT INTO people (id) VALUES (1)')

    await expect(pool.query('INSERT INTO people (id) VALUES ($1)', [1])).rejects.toMatchObject({ code: '23505' })
    await expect(pool.query('not SQL')).rejects.toMatchObject({ code: '42601' })
    await expect(pool.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })

    expect((await pool.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }])
  })

  it('refuses a recursion without end', async () => {
    await pool.query(
      "CREATE OR REPLACE FUNCTION endless(i int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN endless(i + 1); END'",
    )

    await expect(pool.query('SELECT endless(1)')).rejects.toMatchObject({ code: '54001' })
  })

  it('carries Cyrillic, bytes and large numbers as they are', async () => {
    const photo = Buffer.alloc(5 * 1024 ** 2, 'ё')
    await pool.query('INSERT INTO people VALUES ($1, $2, $3, $4)', [1, 'Ёжиков Алёша', photo, '9007199254740993'])

    const person = (await pool.query<{ photo: Buffer }>('SELECT * FROM people')).rows[0]
    expect(person && photo.equals(person.photo)).toBe(true)
    expect(person).toMatchObject({ id: 1, name: 'Ёжиков Алёша', bytes: '9007199254740993' })
  })

  it('answers ten thousand small queries', async () => {
    for (let i = 0; i < 10_000; i += 1) {
      const { rows } = await pool.query<{ i: number }>('SELECT $1::int AS i', [i])
      if (rows[0]?.i !== i) throw new Error(`${i} got ${JSON.stringify(rows)}`)
    }
  })
})
