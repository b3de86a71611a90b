import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Memorial } from '@contract/memorial'
import { openAccount, type RemoteAccount, signIn } from './remote-account'
import type { ServerProcess } from './server-process'

const OWNER = 'doch@example.org'
const WRITE_EVERY_MS = 50
/** A change by one process appears in the other, whose cached responses are invalidated. Other tests measure how soon. */
const SEEN_WITHIN_MS = 20_000
const ERROR_LINE = /"level":[56]0/

type Start = (env: Record<string, string>) => Promise<ServerProcess>

/** Starts a server of a release with these settings. */
export interface Releases {
  former: Start
  newer: Start
}

/**
 * An upgrade of two processes with one database, one after the other, and the rollback, while someone writes. Throws for
 * what a person would notice, and for errors in the logs.
 */
export async function upgradeAndGoBack(databaseUrl: string, releases: Releases): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-releases-'))
  const settings = (name: string) => ({
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder, name),
    SECRET_KEY: 'of-both-releases-of-one-installation',
    NEW_ACCOUNT_MEMORIALS: '1000000',
    STOP_PATIENCE: '5',
  })
  const started: ServerProcess[] = []
  const start = async (release: keyof Releases) => {
    const server = await releases[release](settings(release))
    started.push(server)
    return server
  }
  try {
    const former = await start('former')
    const owner = await openAccount(former, path.join(folder, 'former'), OWNER)
    const ofBefore = await create(owner)

    const newer = await whileWriting(owner, () => start('newer'))
    const owners = [owner, await signIn(newer, OWNER)] as const
    await liveTogether(owners, ofBefore)

    // The rollback: the former release starts on tables of the newer one.
    await former.stop()
    const again = await start('former')
    await liveTogether([await signIn(again, OWNER), owners[1]], ofBefore)
  } finally {
    await Promise.all(started.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  const errors = started.flatMap((server) =>
    server
      .output()
      .split('\n')
      .filter((line) => ERROR_LINE.test(line)),
  )
  if (errors.length > 0) throw new Error(`One of the processes logged errors:\n${errors.join('\n')}`)
}

/** One process creates, changes and reads pages while `work` runs: none of it may fail. */
async function whileWriting<T>(owner: RemoteAccount, work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const writing = (async () => {
    while (!over.signal.aborted) {
      const memorial = await create(owner)
      await change(owner, memorial, 'Меняли во время обновления.')
      await pause(WRITE_EVERY_MS)
    }
  })()
  const result = await work().finally(() => over.abort())
  await writing
  return result
}

/** Changes of each process soon appear in the other, on new pages and on earlier ones; deleted pages are gone for both. */
async function liveTogether(owners: readonly [RemoteAccount, RemoteAccount], ofBefore: Memorial): Promise<void> {
  const [one, other] = owners
  for (const [writer, reader] of [owners, [other, one]] as const) {
    const made = await create(writer, { lastname: 'Новикова' })
    await seen(reader, made, ({ lastname }) => lastname === 'Новикова')
    for (const [index, memorial] of [made, ofBefore].entries()) {
      const words = `Правили ${index} ${Date.now()}`
      await change(writer, memorial, words)
      await seen(reader, memorial, ({ biography }) => biography === words)
    }
    await writer.deleteMemorial(made.id)
    const gone = await reader.fetch(`/memorial/${made.id}`)
    if (gone.status !== 404) throw new Error(`A deleted page is still there: ${gone.status}`)
  }
}

async function create(owner: RemoteAccount, fields?: Record<string, string>): Promise<Memorial> {
  const memorial = await owner.createMemorial(fields)
  if (!memorial.id) throw new Error(`A page could not be made: ${JSON.stringify(memorial)}`)
  return memorial
}

async function change(owner: RemoteAccount, { id }: Memorial, biography: string): Promise<void> {
  const body = new FormData()
  body.append('biography', biography)
  const answer = await owner.fetch(`/memorial/update/${id}/`, { method: 'PATCH', body })
  if (!answer.ok) throw new Error(`A page could not be changed: ${answer.status} ${await answer.text()}`)
}

async function seen(reader: RemoteAccount, { id }: Memorial, isSo: (memorial: Memorial) => boolean): Promise<void> {
  const giveUpAt = Date.now() + SEEN_WITHIN_MS
  for (;;) {
    const answer = await reader.fetch(`/memorial/${id}`)
    const text = await answer.text()
    if (answer.ok && isSo(JSON.parse(text) as Memorial)) return
    if (Date.now() > giveUpAt) throw new Error(`The other process does not show the change: ${text}`)
    await pause(WRITE_EVERY_MS)
  }
}
