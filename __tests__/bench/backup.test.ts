import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '@server/db/open-database'
import { makeManyPeople } from '@support/million-people'
import { type Ended, pomnim } from '@support/operator'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { residentBytes } from '@support/process-memory'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { startServerProcess } from '@support/server-process'
import { buildFolder } from '../../config/folders'

/** PEOPLE and GIGABYTES make fewer of them for a try. */
const PEOPLE = Number(process.env.PEOPLE ?? 100_000)
const GIGABYTES = Number(process.env.GIGABYTES ?? 20)
const FILES_OF_EACH = 2
const HOUR_MS = 3_600_000
const MB = 1024 ** 2
const GROWTH_MAX_BYTES = 64 * MB
const WRITERS_PAUSE_MAX_MS = 1000
const run = promisify(execFile)
const WORKER = path.join(buildFolder('server'), 'database-worker.js')

interface Place {
  DATA_DIR: string
  DATABASE_URL?: string
}

describeOnPostgres(() => {
  let postgres: Postgres
  let folder: string

  beforeAll(async () => {
    postgres = await startPostgres()
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-backup-'))
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ['embedded', 'postgres'],
    ['postgres', 'embedded'],
  ])(
    'saves %s under load, and brings it back on %s',
    async (from, to) => {
      const [source, target] = [await placeOn(from), await placeOn(to)]
      const archive = path.join(folder, `${from}.tar`)
      await makeManyPeople({ databaseUrl: source.DATABASE_URL, dataDir: source.DATA_DIR }, PEOPLE)
      await addFiles(source)
      // What the disk still has to write of that would hold up whoever writes now.
      await run('sync')
      const server = await startServerProcess({ ...source, NEW_ACCOUNT_MEMORIALS: '1000000' })
      // While the server reads and runs the renderer for its first page, everybody waits, backup or not.
      await (await fetch(server.url)).text()
      const owner = await openAccount(server, source.DATA_DIR, 'pishu@example.org')
      const writing = keepWriting(owner)
      await pause(2000)
      const before = writing.longest().ms
      const begunAt = Date.now()

      const saved = await watched(source, 'backup', archive)
      await writing.stop()
      await server.kill()
      const longest = writing.longest()
      const proved = await watched(source, 'verify', archive)
      await rm(source.DATA_DIR, { recursive: true, force: true })
      const restored = await watched(target, 'restore', archive)
      await Promise.all([rm(target.DATA_DIR, { recursive: true, force: true }), rm(archive)])

      for (const [what, { seconds, peakMb, growthMb, said }] of Object.entries({ saved, proved, restored })) {
        process.stdout.write(
          `${from}: ${what} in ${seconds.toFixed(0)} s, at most ${peakMb} MB, growing by ${growthMb} MB. ${said}`,
        )
      }
      const after = ((longest.begunAt - begunAt) / 1000).toFixed(1)
      process.stdout.write(
        `${from}: the longest write took ${longest.ms} ms, ${after} s after the backup began; ${before} ms before it\n`,
      )
      expect(saved.growthMb * MB).toBeLessThan(GROWTH_MAX_BYTES)
      expect(restored.growthMb * MB).toBeLessThan(GROWTH_MAX_BYTES)
      expect(longest.ms - before).toBeLessThan(WRITERS_PAUSE_MAX_MS)
    },
    3 * HOUR_MS,
  )

  async function placeOn(kind: string): Promise<Place> {
    const DATA_DIR = await mkdtemp(path.join(folder, kind))
    return kind === 'postgres' ? { DATA_DIR, DATABASE_URL: await postgres.makeDatabase() } : { DATA_DIR }
  }
})

/** As many bytes in all as are asked for, two files for each page. */
async function addFiles({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Place): Promise<void> {
  const size = Math.round((GIGABYTES * 1024 ** 3) / (PEOPLE * FILES_OF_EACH))
  const content = Buffer.alloc(size, 'Помним')
  const idOf = (nth: number) => `bench${String(nth).padStart(17, '0')}`
  for (let nth = 1; nth <= PEOPLE; nth++) {
    const id = idOf(nth)
    const place = path.join(dataDir, 'media', id.slice(0, 2), id)
    await mkdir(place, { recursive: true })
    content.writeInt32LE(nth)
    for (let file = 0; file < FILES_OF_EACH; file++) await writeFile(path.join(place, `${file}.jpg`), content)
  }
  const database = await openDatabase({ databaseUrl, dataDir }, fail, WORKER)
  await sql`insert into media (id, memorial_id)
    select 'bench' || lpad(id::text, 17, '0'), id from memorials`.execute(database.db)
  await database.close()
}

/** Creates a page twenty times a second. */
function keepWriting(owner: RemoteAccount) {
  const over = new AbortController()
  let longest = { ms: 0, begunAt: 0 }
  const running = (async () => {
    while (!over.signal.aborted) {
      const begun = Date.now()
      await owner.createMemorial()
      const ms = Date.now() - begun
      if (ms > longest.ms) longest = { ms, begunAt: begun }
      await pause(Math.max(0, 50 - ms))
    }
  })()
  return {
    longest: () => longest,
    async stop() {
      over.abort()
      await running
    },
  }
}

/** Runs a verb, and looks what memory its process holds. It grows from when a quarter of its time is over. */
async function watched(place: Place, ...words: string[]) {
  const samples: number[] = []
  let timer: NodeJS.Timeout | undefined
  const begun = Date.now()
  const onStart = (pid: number) => {
    timer = setInterval(
      () =>
        void residentBytes(pid).then(
          (now) => samples.push(now),
          () => undefined,
        ),
      200,
    )
  }
  const { code, out, errors }: Ended = await pomnim({ ...place }, ...words, { onStart })
  clearInterval(timer)
  if (code !== 0) throw new Error(errors)
  const settled = samples.slice(Math.floor(samples.length / 4))
  return {
    seconds: (Date.now() - begun) / 1000,
    peakMb: Math.round(Math.max(...samples) / MB),
    growthMb: Math.round((Math.max(...settled) - (settled[0] ?? 0)) / MB),
    said: out,
  }
}

function fail(error: Error): void {
  throw error
}
