import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ARCHIVE_KINDS, type ArchiveItem, archivePaths } from '@contract/archive'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { openDatabase } from '@server/db/open-database'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { writeFilm } from '@support/big-film'
import { openAccount, register, type RemoteAccount, signIn } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { Acknowledged, AUTHOR_EMAIL, type Life, type Writer, WRITERS } from './writers'

const KILLS = repeats({ usually: 1, thoroughly: 20 })
const SHORTEST_LIFE_MS = 100
const LONGEST_LIFE_MS = 1500
const FILM_BYTES = 30 * 1024 ** 2
const OWNER_EMAIL = 'owner@example.org'
const BROKEN_CONNECTION_CODES = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE']
const BROKEN_FETCH_MESSAGES = ['fetch failed', 'terminated']
const WORKER_FILE = path.resolve('dist/server/database-worker.js')

let folder: string
let film: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-kill-'))
  film = path.join(folder, 'film.mp4')
  await writeFilm(film, FILM_BYTES)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = () =>
  startServerProcess({
    DATA_DIR: folder,
    TRUST_PROXY: '1',
    NEW_ACCOUNT_MEMORIALS: '100000',
    NEW_ACCOUNT_ADVANCED: '100000',
  })

/** Writes one thing after another until the server is gone; what broke off then is not acknowledged. */
async function untilDeath(writer: Writer, life: Life): Promise<void> {
  try {
    for (let turn = 0; ; turn++) await writer(life, turn)
  } catch (error) {
    if (!isBrokenConnection(error)) throw error
  }
}

/** What `fetch` and `request` throw when the other side is gone; anything else is a failure of this test. */
function isBrokenConnection(error: unknown): boolean {
  const { message, code = '' } = error as NodeJS.ErrnoException
  return BROKEN_CONNECTION_CODES.includes(code) || BROKEN_FETCH_MESSAGES.includes(message)
}

async function expectAll(server: ServerProcess, owner: RemoteAccount, memorialId: number, done: Acknowledged) {
  for (const memorial of done.memorials.values()) {
    expect(await (await owner.fetch(`/memorial/${memorial.id}`)).json()).toEqual(memorial)
    await expectFile(server, memorial.photo_path ?? '')
  }
  for (const id of done.goneMemorials) expect((await owner.fetch(`/memorial/${id}`)).status).toBe(404)

  for (const kind of ARCHIVE_KINDS) {
    const { result } = (await (await owner.fetch(`${archivePaths(kind).list}/${memorialId}`)).json()) as {
      result: ArchiveItem[]
    }
    const listed = new Map(result.map((item) => [item.id, item]))
    for (const { kind: itsKind, ...item } of done.items.values()) {
      if (itsKind !== kind) continue
      expect(listed.get(item.id)).toMatchObject(asSent(item))
      await expectFile(server, item.file_path)
    }
    for (const gone of done.goneItems) if (gone.kind === kind) expect(listed.has(gone.id)).toBe(false)
  }
}

/** Without what others change: items that went before it, and the poster that a film gets later. */
function asSent({ position: _position, poster_path: _poster, ...item }: ArchiveItem): Partial<ArchiveItem> {
  return item
}

async function expectFile({ url }: ServerProcess, address: string): Promise<void> {
  expect(address).toContain(MEDIA_BASE_PATH)
  const file = await fetch(url + address)
  expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true])
}

it(`finds every acknowledged write again after ${KILLS} deaths at random moments, and rows and files in agreement`, async () => {
  const done = new Acknowledged()
  let server = await start()
  let owner = await openAccount(server, folder, OWNER_EMAIL)
  const { id: memorialId } = await owner.createMemorial({ rate_check: 'true' })
  const life = (number: number): Life => ({ server, owner, memorialId, film, number, done })
  // However short the lives are, there is something of each kind to be found again.
  for (const writer of WRITERS) for (const turn of [1, 2]) await writer(life(KILLS), turn)

  for (let number = 0; number < KILLS; number++) {
    const writing = WRITERS.map((writer) => untilDeath(writer, life(number)))
    await sleep(SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS))
    await server.kill()
    await Promise.all(writing)
    server = await start()
    owner = await signIn(server, OWNER_EMAIL)
  }

  try {
    await expectAll(server, owner, memorialId, done)
    for (const [index, email] of done.emails.entries()) {
      expect(await register(server, email, `10.250.${index >> 8}.${index & 255}`)).toBe(400)
    }
  } finally {
    await server.stop()
  }
  await expectAgreement(done)
}, 300_000)

async function expectAgreement({ decisions }: Acknowledged): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder }, failTheTest, WORKER_FILE)
  try {
    const { db } = database
    await expectRowsAndFilesToAgree(db, folder)
    const decided = await db.selectFrom('memories').select(['id', 'status']).where('status', '<>', 'pending').execute()
    const statuses = new Map(decided.map(({ id, status }) => [id, status]))
    for (const [id, decision] of decisions) expect(statuses.get(id)).toBe(decision)
    const letters = await db.selectFrom('letters').select('id').where('recipient', '=', AUTHOR_EMAIL).execute()
    expect(letters).toHaveLength(decided.length)
  } finally {
    await database.close()
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function failTheTest(error: Error): void {
  throw error
}
