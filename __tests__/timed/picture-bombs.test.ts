import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { archivePaths } from '@contract/archive'
import { residentBytesOf } from '@server/lib/process-usage'
import { archiveForm } from '@support/archives'
import { LARGE_PICTURES } from '@support/large-pictures'
import { pictureProcessesOf } from '@support/picture-children'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const GB = 1024 ** 3
const LOOK_EVERY_MS = 20
const BOMBS = 10
const PATIENCE_MS = 600_000

let dataDir: string
let server: ServerProcess
let owner: RemoteAccount
let memorialId: number

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-bombs-'))
  server = await startServerProcess({ DATA_DIR: dataDir, NEW_ACCOUNT_ADVANCED: '1' })
  owner = await openAccount(server, dataDir, 'owner@example.org')
  memorialId = (await owner.createMemorial({ rate_check: 'true' })).id
}, PATIENCE_MS)
afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

async function addPhoto(bytes: Uint8Array): Promise<number> {
  const body = archiveForm(memorialId, bytes)
  return (await owner.fetch(archivePaths('photo').create, { method: 'POST', body })).status
}

/** What the server and its picture processes hold together, in bytes. */
function heldByAll(): number {
  const processes = [server.pid, ...pictureProcessesOf(server.pid)]
  return processes.reduce((sum, pid) => sum + (residentBytesOf(pid) ?? 0), 0)
}

it(
  'takes ten pictures of 49 megapixels at once, of every kind, and stays below a gigabyte with all its processes',
  async () => {
    const kinds = await Promise.all(Object.values(LARGE_PICTURES).map((make) => make()))
    const plain = kinds[0] ?? Buffer.alloc(0)
    const bombs = Array.from({ length: BOMBS }, (_, index) => kinds[index] ?? plain)
    let most = heldByAll()
    const watch = setInterval(() => (most = Math.max(most, heldByAll())), LOOK_EVERY_MS)
    const answers = await Promise.all(bombs.map(addPhoto)).finally(() => clearInterval(watch))

    expect(answers).toEqual(bombs.map(() => 201))
    expect(most).toBeLessThan(GB)
  },
  PATIENCE_MS,
)
