import { Agent, get } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { MemorialPage } from '@contract/memorial'
import { API_BASE_PATH } from '@contract/paths'
import { NAME_FILTERS, SORT_FIELDS, SORT_ORDERS } from '@contract/memorial-terms'
import { makeManyPeople } from '@support/million-people'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { residentBytes } from '@support/process-memory'
import { type RealName, randomFrom, realNames } from '@support/real-names'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

/** PEOPLE makes fewer of them for a try. */
const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000)
/** Of each kind; the first few, before the code is compiled, are not counted. */
const ASKED = 1000
const NOT_COUNTED = 100
const WRITES_A_SECOND = 20
const LOOK_EVERY_MS = 5
const HOUR_MS = 3_600_000

const LIST = `${API_BASE_PATH}/memorial/public_memorials`
const known = realNames()
/** People who are there: the first ones that were made. */
const some: RealName[] = Array.from({ length: 5_000 }, () => known.next().value)
const random = randomFrom(3)
const someone = () => some[Math.floor(random() * some.length)] as RealName
const part = (name: string, length: number) => {
  const from = Math.floor(random() * Math.max(1, name.length - length))
  return name.slice(from, from + length)
}
const misspelt = (name: string) => {
  const at = 1 + Math.floor(random() * (name.length - 2))
  return name.slice(0, at) + name.slice(at + 1)
}
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const onLatinKeys = (name: string) =>
  Array.from(name.toLowerCase(), (sign) => LATIN[RUSSIAN.indexOf(sign)] ?? sign).join('')

type Query = Record<string, string | number>

/** What people ask for, and how many of a kind differ. */
const KINDS: Record<string, () => Query> = {
  'first page': () => ({}),
  'whole surname': () => ({ lastname: someone().lastname }),
  '5 letters': () => ({ lastname: part(someone().lastname, 5) }),
  '3 letters': () => ({ lastname: part(someone().lastname, 3) }),
  '2 letters': () => ({ lastname: part(someone().lastname, 2) }),
  '1 letter': () => ({ lastname: part(someone().lastname, 1) }),
  'no match': () => ({ lastname: `${someone().lastname}ъ` }),
  'surname and name': () => ({ lastname: someone().lastname, name: someone().name }),
  'three one-letter filters': () => {
    const { lastname, name, surname } = someone()
    return { lastname: part(lastname, 1), name: part(name, 1), surname: part(surname, 1) }
  },
  'page at 50 000': () => ({ offset: Math.round(PEOPLE * 0.05) + 12 * Math.floor(random() * 50) }),
  'page at 800 000': () => ({ offset: Math.round(PEOPLE * 0.8) + 12 * Math.floor(random() * 50) }),
  ...Object.fromEntries(
    SORT_FIELDS.flatMap((by) =>
      SORT_ORDERS.map((order) => [
        `a filter, by ${by} ${order}`,
        () => {
          const filter = NAME_FILTERS[Math.floor(random() * NAME_FILTERS.length)] as 'lastname'
          return { [filter]: part(someone()[filter], 3), sort_by: by, sort_order: order }
        },
      ]),
    ),
  ),
  years: () => {
    const from = 1890 + Math.floor(random() * 80)
    return { birth_year_from: from, birth_year_to: from + Math.floor(random() * 5), name: someone().name }
  },
  place: () => ({ place: `город ${Math.floor(random() * 2000)}, кладбище` }),
  'q exact': () => {
    const { lastname, name, birth } = someone()
    return { q: `${lastname} ${name} ${birth.slice(0, 4)}` }
  },
  'q of two parts that most names have': () => ({ q: 'ов ич', offset: 12 * Math.floor(random() * 50) }),
  'q with a typo': () => {
    const { lastname, name } = someone()
    return { q: `${misspelt(lastname)} ${name}` }
  },
  'q in the wrong layout': () => {
    const { lastname, name } = someone()
    return { q: onLatinKeys(`${lastname} ${name}`) }
  },
}

const agent = new Agent({ keepAlive: true })
let asked = 0

/** Milliseconds until the whole answer is there. No two addresses are equal, so none is answered as kept. */
async function timeOf(url: string, query: Query): Promise<number> {
  const address = new URL(url + LIST)
  for (const [name, value] of Object.entries({ ...query, nth: ++asked })) address.searchParams.set(name, String(value))
  const startedAt = performance.now()
  await new Promise<void>((resolve, reject) => {
    get(address, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${address.search}`))
      response.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
  return performance.now() - startedAt
}

/** Until all people are loaded, the box forgives nothing, and may be too busy to answer. */
async function isForgiving(url: string): Promise<boolean> {
  const answer = await fetch(`${url}${LIST}?q=${encodeURIComponent('Кузницова')}`)
  return answer.ok && ((await answer.json()) as MemorialPage).forgiving === true
}

/** Asks whether the server lives, again and again until it is stopped. Returns the longest time that it took to answer. */
function keepLooking(url: string): { stop(): Promise<number> } {
  const stopping = new AbortController()
  const looking = (async () => {
    let longest = 0
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await (await fetch(`${url}/healthz`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - startedAt)
      await pause(LOOK_EVERY_MS)
    }
    return longest
  })()
  return {
    stop() {
      stopping.abort()
      return looking
    },
  }
}

/** Creates memorials at an even pace until it is stopped, however long each takes. Returns how many a second were made. */
function keepWriting(owner: RemoteAccount): { stop(): Promise<number> } {
  const stopping = new AbortController()
  const writing = (async () => {
    const startedAt = performance.now()
    const made: Promise<unknown>[] = []
    while (!stopping.signal.aborted) {
      const { lastname, name } = someone()
      made.push(owner.createMemorial({ lastname, name, public_status: 'true' }))
      await pause(Math.max(0, startedAt + (made.length * 1000) / WRITES_A_SECOND - performance.now()))
    }
    await Promise.all(made)
    return made.length / ((performance.now() - startedAt) / 1000)
  })()
  return {
    stop() {
      stopping.abort()
      return writing
    },
  }
}

function measured(databaseUrl: () => Promise<string | undefined>, mostMs: number): void {
  let dataDir: string
  let server: ServerProcess
  let url: string

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-search-'))
    const address = await databaseUrl()
    await makeManyPeople({ databaseUrl: address, dataDir }, PEOPLE)
    server = await startServerProcess({
      DATA_DIR: dataDir,
      DEMO_CONTENT: 'off',
      NEW_ACCOUNT_MEMORIALS: '1000000',
      HOST: '127.0.0.1',
      ...(address && { DATABASE_URL: address }),
    })
    url = server.url.replace('localhost', '127.0.0.1')
    const startedAt = performance.now()
    const lookout = keepLooking(url)
    while (!(await isForgiving(url))) await pause(500)
    const [loadedMs, stallMs] = [performance.now() - startedAt, await lookout.stop()]
    const megabytes = (await residentBytes(server.pid)) / 1e6
    process.stdout.write(
      `all people are there ${Math.round(loadedMs)} ms after the start; the longest stall was ${Math.round(stallMs)} ms, ` +
        `the process holds ${Math.round(megabytes)} MB\n`,
    )
  }, HOUR_MS)
  afterAll(async () => {
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  })

  it(
    'answers every kind of search in time while somebody writes',
    async () => {
      const owner = await openAccount(server, dataDir, 'zapis@example.org')
      const writer = keepWriting(owner)
      const late: string[] = []
      for (const [kind, queryOf] of Object.entries(KINDS)) {
        const times: number[] = []
        for (let nth = 0; nth < ASKED + NOT_COUNTED; nth++) {
          const time = await timeOf(url, queryOf())
          if (nth >= NOT_COUNTED) times.push(time)
        }
        times.sort((one, other) => one - other)
        const [p50, p99] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)] as number) as [
          number,
          number,
        ]
        const line = `${kind}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
        process.stdout.write(`${line}\n`)
        if (p99 > mostMs) late.push(line)
      }
      process.stdout.write(`${(await writer.stop()).toFixed(1)} memorials were created a second\n`)
      expect(late).toEqual([])
    },
    HOUR_MS,
  )
}

describe('a million people in the embedded database', () => measured(() => Promise.resolve(undefined), 90))

describeOnPostgres(() => {
  let postgres: Postgres | undefined
  afterAll(() => postgres?.stop())

  measured(async () => {
    postgres = await startPostgres()
    return postgres.makeDatabase()
  }, 30)
})
