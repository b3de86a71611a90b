import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepared } from '@server/db/prepared'
import { readInBatches } from '@server/db/read-batches'
import { startTestApp, type TestApp } from '@support/server-app'

const DIVISION_BY_ZERO = '22012'

/** Answers each statement by itself, and tells what happened in which order. */
function aDatabase() {
  const events: string[] = []
  const read = readInBatches<string>(async () => {
    events.push('borrowed')
    return {
      async ask(statement) {
        events.push(statement)
        if (statement === 'wrong') throw new Error('no such table')
        return `rows of ${statement}`
      },
      cork: () => events.push('cork'),
      uncork: () => events.push('uncork'),
      release: (failure) => events.push(failure ? 'released after a failure' : 'released'),
    }
  })
  return { events, read }
}

it('sends what comes at once in one piece', async () => {
  const { events, read } = aDatabase()
  expect(await Promise.all([read('one', []), read('two', [])])).toEqual(['rows of one', 'rows of two'])
  await turn()
  expect(events).toEqual(['borrowed', 'cork', 'one', 'two', 'uncork', 'released'])
})

it('fails only what is wrong', async () => {
  const { events, read } = aDatabase()
  const [one, wrong, two] = await Promise.allSettled([read('one', []), read('wrong', []), read('two', [])])
  expect([one.status, wrong.status, two.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await turn()
  expect(events.at(-1)).toBe('released after a failure')
})

it('shares many reads between several connections', async () => {
  const { events, read } = aDatabase()
  await Promise.all(Array.from({ length: 25 }, (_, index) => read(String(index), [])))
  expect(events.filter((event) => event === 'borrowed')).toHaveLength(3)
})

it('fails all that wait when no connection is to be had, and asks for one again', async () => {
  let borrowed = 0
  const read = readInBatches<string>(async () => {
    if (borrowed++ === 0) throw new Error('away')
    return { ask: async () => 'rows', cork: () => undefined, uncork: () => undefined, release: () => undefined }
  })
  const both = await Promise.allSettled([read('one', []), read('two', [])])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('three', [])).toBe('rows')
})

describe('on a database', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
  })
  afterAll(() => server.close())

  const tenth = prepared<{ by: number }, { result: number }>((db, parameter) =>
    db.selectNoFrom(sql<number>`10 / ${parameter('by')}::int`.as('result')),
  )
  const dividedBy = (by: number) => tenth(server.db, { by })

  it('answers each read with its own rows, though one between them fails', async () => {
    const [one, wrong, two] = await Promise.allSettled([dividedBy(1), dividedBy(0), dividedBy(2)])
    expect([one, two]).toEqual([
      { status: 'fulfilled', value: [{ result: 10 }] },
      { status: 'fulfilled', value: [{ result: 5 }] },
    ])
    expect(wrong).toMatchObject({ status: 'rejected', reason: { code: DIVISION_BY_ZERO } })
    expect(await dividedBy(5)).toEqual([{ result: 2 }])
  })

  it('reads within a transaction what the transaction wrote', async () => {
    const count = prepared<{ least: number }, { known: number }>((db, parameter) =>
      db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('known'))
        .where('id', '>=', parameter('least')),
    )
    const newcomer = { email: 'new@example.org', email_key: 'new@example.org', password_hash: '' }
    const credits = { max_memorials: 0, advanced_memorials_left: 0, bonus_gb_left: 0 }
    await server.db.transaction().execute(async (tx) => {
      const [before] = await count(tx, { least: 0 })
      await tx
        .insertInto('users')
        .values({ ...newcomer, ...credits })
        .execute()
      const [after] = await count(tx, { least: 0 })
      expect(after?.known).toBe((before?.known ?? 0) + 1)
    })
  })
})
