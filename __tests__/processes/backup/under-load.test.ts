import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Memorial } from '@contract/memorial'
import { smallPicture } from '@support/photographs'
import { pomnim, pomnimJson } from '@support/operator'
import { startOwnS3 } from '@support/own-s3'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { repeats } from '@support/repeats'
import { openAccount, type RemoteAccount, signIn } from '@support/remote-account'
import { memorialForm } from '@support/memorial-form'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const EMAIL = 'pishu@example.org'

/** Tables that the server which ran meanwhile changed by itself: by a login, and by removing files that nobody needs. */
const OF_THE_SERVER = { sessions: 0, known_networks: 0, media_removals: 0 }

/** Servers and the operator's program start and end ten times. */
const PATIENCE_MS = 240_000

interface Saved {
  rows: Record<string, number>
  files: number
  sha256: string
}

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let s3: Awaited<ReturnType<typeof startOwnS3>>
  let folder: string
  const installationOn = async (kind: string) => ({
    DATA_DIR: await mkdtemp(path.join(folder, kind)),
    NEW_ACCOUNT_MEMORIALS: '1000',
    ...(kind.startsWith('postgres') && { DATABASE_URL: await postgres.makeDatabase() }),
    ...(kind.endsWith('s3') && s3.settings(s3.url)),
  })

  beforeAll(async () => {
    postgres = await sharedPostgres()
    s3 = await startOwnS3()
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-load-'))
  })
  afterAll(async () => {
    await s3.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(
    [
      ['embedded', 'postgres-s3'],
      ['postgres', 'embedded'],
      ['embedded', 'postgres'],
    ].slice(0, repeats({ usually: 2, thoroughly: 3 })),
  )(
    'brings what was saved on %s under load back on %s',
    async (from, to) => {
      const [source, target] = [await installationOn(from), await installationOn(to)]
      const archive = path.join(folder, `${from}-${to}.tar`)
      const server = await startServerProcess(source)
      const writing = await keepWriting(server, source.DATA_DIR)

      await writing.until(3)
      const saved = await pomnimJson<Saved>(source, 'backup', archive)
      await writing.until(6)
      const acknowledged = await writing.stop()
      await server.kill()

      expect(await pomnimJson<Saved>(source, 'verify', archive)).toMatchObject({ sha256: saved.sha256 })
      expect(await pomnimJson<Saved>(target, 'restore', archive)).toMatchObject({
        rows: saved.rows,
        files: saved.files,
      })

      const restored = await startServerProcess(target)
      const again = await signIn(restored, EMAIL)
      const mine = (await (await again.fetch('/memorial/my_memorials')).json()) as { result: Memorial[] }
      // Those that were there when it was saved, each with its portrait.
      const found = new Map(mine.result.map((memorial) => [memorial.id, memorial]))
      const trash = (await (await again.fetch('/memorial/trash')).json()) as { result: unknown[] }
      expect(found.size + trash.result.length).toBe(saved.rows.memorials)
      for (const { id, lastname } of acknowledged.filter(({ id: made }) => found.has(made))) {
        expect(found.get(id)).toMatchObject({ lastname })
        const portrait = await fetch(restored.url + String(found.get(id)?.photo_path))
        expect(portrait.status).toBe(200)
      }
      await restored.kill()
      // The same archive is made of the same rows and files.
      const second = await pomnimJson<Saved>(target, 'backup', `${archive}.again`)
      expect(second.files).toBe(saved.files)
      expect({ ...second.rows, ...OF_THE_SERVER }).toEqual({ ...saved.rows, ...OF_THE_SERVER })
      expect((await pomnim(target, 'restore', archive)).errors).toContain('is not empty')
    },
    PATIENCE_MS,
  )
})

/** One owner who makes a page with a portrait, and puts every second one into the trash, until told to stop. */
async function keepWriting(server: ServerProcess, dataDir: string) {
  const owner = await openAccount(server, dataDir, EMAIL)
  const acknowledged: Memorial[] = []
  const over = new AbortController()
  const portrait = await smallPicture()
  const running = (async () => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      const memorial = await makePage(owner, nth, portrait)
      if (nth % 2 === 0) acknowledged.push(memorial)
      else await owner.fetch(`/memorial/delete/${memorial.id}?keep=true`, { method: 'DELETE' })
    }
  })()
  return {
    async until(pages: number) {
      while (acknowledged.length < pages)
        await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 20))])
    },
    async stop() {
      over.abort()
      await running
      return acknowledged
    },
  }
}

async function makePage(owner: RemoteAccount, nth: number, portrait: Uint8Array): Promise<Memorial> {
  const form = memorialForm({ lastname: `Писарев${'а'.repeat(nth % 5)}` }, { bytes: portrait })
  const response = await owner.fetch('/memorial/create', { method: 'POST', body: form })
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Memorial
}
