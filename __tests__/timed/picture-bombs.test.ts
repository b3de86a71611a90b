import { rm } from 'node:fs/promises'
import { archivePaths } from '@contract/archive'
import { residentBytesOf } from '@server/lib/process-usage'
import { archiveForm } from '@support/archives'
import { makeDataDir } from '@support/data-dir'
import { LARGE_PICTURES } from '@support/large-pictures'
import { pictureProcessesOf } from '@support/picture-children'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const GB = 1024 ** 3
const LOOK_EVERY_MS = 20
/** One of each kind; the others add to the queue. */
const BOMBS = repeats({ usually: Object.keys(LARGE_PICTURES).length, thoroughly: 10 })
const PATIENCE_MS = 600_000

let dataDir: string
let server: ServerProcess
/** Several, so that the queue of one account does not spare the server. */
const OWNERS = 3
let owners: { account: RemoteAccount; memorialId: number }[]

beforeAll(async () => {
  dataDir = await makeDataDir('bombs')
  server = await startServerProcess({ DATA_DIR: dataDir, NEW_ACCOUNT_ADVANCED: '1' })
  owners = []
  for (let index = 0; index < OWNERS; index++) {
    const account = await openAccount(server, dataDir, `owner-${index}@example.org`)
    owners.push({ account, memorialId: (await account.createMemorial({ rate_check: 'true' })).id })
  }
}, PATIENCE_MS)
afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

async function addPhoto(bytes: Uint8Array, index: number): Promise<number | undefined> {
  const owner = owners[index % OWNERS]
  const body = archiveForm(owner?.memorialId ?? 0, bytes)
  return (await owner?.account.fetch(archivePaths('photo').create, { method: 'POST', body }))?.status
}

/** What the server and its picture processes hold, in bytes. */
function heldNow(): { server: number; pictures: number; all: number } {
  const [own = 0, ...others] = [server.pid, ...pictureProcessesOf(server.pid)].map((pid) => residentBytesOf(pid) ?? 0)
  const pictures = others.reduce((sum, bytes) => sum + bytes, 0)
  return { server: own, pictures, all: own + pictures }
}

it(
  `takes ${BOMBS} pictures of 49 megapixels at once, of every kind, and stays below a gigabyte with all its processes`,
  async () => {
    const kinds = await Promise.all(Object.values(LARGE_PICTURES).map((make) => make()))
    const plain = kinds[0] ?? Buffer.alloc(0)
    const bombs = Array.from({ length: BOMBS }, (_, index) => kinds[index] ?? plain)
    let most = heldNow()
    const look = () => {
      const now = heldNow()
      if (now.all > most.all) most = now
    }
    const watch = setInterval(look, LOOK_EVERY_MS)
    const answers = await Promise.all(bombs.map((bomb, index) => addPhoto(bomb, index))).finally(() =>
      clearInterval(watch),
    )

    expect(answers).toEqual(bombs.map(() => 201))
    expect(most.all).toBeLessThan(GB)
  },
  PATIENCE_MS,
)
