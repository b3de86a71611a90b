import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportProgress } from '@contract/import'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { type Cell, ods, xlsx } from '@support/spreadsheets'
import { mostHeldDuring } from './hostile-family'
import { holdsInto, longestHoldSince } from './hostile-holds'

const MB = 1024 ** 2
const ROWS = 100_000
const TREE_BYTES = 19.5 * MB
const MEMORY_MAX_BYTES = 512 * MB
const HELD_MAX_MS = 50
const P99_MAX_MS = 50
const LOOK_EVERY_MS = 200
const MINUTES_5_MS = 300_000

const LETTERS = 'абвгдежзик'
/** Names hold no digits. */
const nameOf = (nth: number) => `Лист${String(nth).replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')}`
const born = (nth: number) => `${1850 + (nth % 60)}-05-09`

const HEADINGS = ['№ п/п', 'Фамилия', 'Имя', 'Отчество', 'Дата рождения', 'Дата смерти', 'Звание', 'Примечание']

/** `dated` makes the cell of a day. */
function rows<DayCell>(dated: (day: string) => DayCell) {
  const people = Array.from({ length: ROWS }, (_, nth) => [
    ...[nth + 1, nameOf(nth), 'Анна', 'Петровна', dated(born(nth)), '12.1942', 'рядовой'],
    `Родилась в доме ${nth}, учила детей.`,
  ])
  return [HEADINGS, ...people]
}

const sheet = (): Cell[][] => rows((day) => ({ day }))
const csv = () =>
  Buffer.from(
    rows((day) => day)
      .map((cells) => cells.join(';'))
      .join('\r\n'),
  )

/** Families of three, with dates, places and notes, until the file is as large as it may be. */
function tree(): Buffer {
  const records: string[] = []
  for (let nth = 0, letters = 0; letters < TREE_BYTES; nth++) {
    const facts = ['1 BIRT', `2 DATE ABT ${1800 + (nth % 100)}`, '2 PLAC д. Белое, Вологодская губерния']
    const person = deadPerson(`P${nth}`, `${nameOf(nth)} /Ёлкина/`, ...facts, `1 NOTE Родилась в доме ${nth}.`)
    if (nth % 3 === 2) {
      person.push(`0 @F${nth}@ FAM`, `1 HUSB @P${nth - 2}@`, `1 WIFE @P${nth - 1}@`, `1 CHIL @P${nth}@`)
    }
    const record = person.join('\n')
    letters += Buffer.byteLength(record) + 1
    records.push(record)
  }
  return Buffer.from(gedcomTree(records))
}

let folder: string
let holds: string
let server: ServerProcess
let owner: RemoteAccount
let watch: ChildProcess

/** For each file a server of its own: one that has read another holds its memory for a while. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-large-'))
  holds = path.join(folder, 'holds')
  server = await startServerProcess({ DATA_DIR: folder, ...holdsInto(holds), NEW_ACCOUNT_MEMORIALS: '1000000' })
  owner = await openAccount(server, folder, 'fond@example.org')
  watch = fork(path.resolve('__tests__/bench/hostile-watch.cjs'), [`${server.url}/healthz`])
}, 120_000)

afterEach(async () => {
  watch.kill()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it.each([
  [`a family tree of ${TREE_BYTES / MB} MB`, 'tree.ged', tree, undefined],
  [`an Excel table of ${ROWS} rows`, 'list.xlsx', () => xlsx(sheet()), ROWS],
  [`an OpenDocument table of ${ROWS} rows`, 'list.ods', () => ods(sheet()), ROWS],
  [`a CSV table of ${ROWS} rows`, 'list.csv', csv, ROWS],
])(
  'the trial of %s holds no one, takes less than 512 MB beside what the server has, and tells how far it is',
  async (what, name, make, people) => {
    const bytes = await make()
    const looks: ImportProgress[] = []
    await answersSinceLast()
    const before = await mostHeldDuring(server.pid, () => Promise.resolve())
    const since = Date.now()
    const whole = await mostHeldDuring(server.pid, async () => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      const begun = await owner.fetch('/memorial/import?dry_run=true&wait=1', { method: 'POST', body: form })
      expect(begun.status).toBe(202)
      const { id } = (await begun.json()) as { id: string }
      do {
        await pause(LOOK_EVERY_MS)
        looks.push((await (await owner.fetch(`/memorial/import/${id}`)).json()) as ImportProgress)
      } while (looks.at(-1)?.state === 'reading')
    })
    const memory = whole - before
    const answers = (await answersSinceLast()).sort((one, other) => one - other)
    const p99 = answers[Math.floor(answers.length * 0.99)] ?? Infinity
    const held = longestHoldSince(holds, since)
    const trial = looks.at(-1)?.trial
    const shown = new Set(
      looks.flatMap(({ done, of }) => (done > 0 && done < of ? [Math.floor((100 * done) / of)] : [])),
    )
    process.stdout.write(
      `${what}, ${(bytes.length / MB).toFixed(1)} MB: ${trial?.ready} of ${trial?.rows} ready in ` +
        `${((Date.now() - since) / 1000).toFixed(1)} s, ${(memory / MB).toFixed(0)} MB beside the ${(before / MB).toFixed(0)} MB of the server, held ${held.toFixed(0)} ms, ` +
        `/healthz p99 ${p99.toFixed(1)} ms of ${answers.length}; per cents seen: ${[...shown].join(', ')}\n`,
    )
    expect(trial?.ready).toBe(people ?? trial?.rows)
    expect(trial?.ready).toBeGreaterThan(ROWS / 2)
    expect(memory).toBeLessThan(MEMORY_MAX_BYTES)
    expect(held).toBeLessThan(HELD_MAX_MS)
    expect(p99).toBeLessThan(P99_MAX_MS)
    expect(shown.size).toBeGreaterThan(0)
  },
  MINUTES_5_MS,
)

/** How long each answer of /healthz took, in milliseconds. */
async function answersSinceLast(): Promise<number[]> {
  const told = once(watch, 'message') as Promise<[number[]]>
  watch.send('lap')
  return (await told)[0]
}
