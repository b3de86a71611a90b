import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Memorial } from '@contract/memorial'
import { API_BASE_PATH } from '@contract/paths'
import { memorialForm } from '@support/memorial-form'
import { linkOfLastLetter } from '@support/outbox'
import { smallPicture } from '@support/photographs'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const KILLS = 20
const SHORTEST_LIFE_MS = 100
const LONGEST_LIFE_MS = 1500

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the server has acknowledged, and must therefore have after any death. */
interface Acknowledged {
  emails: string[]
  memorials: Memorial[]
}

async function register({ url }: ServerProcess, email: string): Promise<boolean> {
  const response = await fetch(`${url}${API_BASE_PATH}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Berezka-1945' }),
  })
  return response.status === 201
}

async function logIn({ url }: ServerProcess, email: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username: email, password: 'Berezka-1945' })
  const response = await fetch(`${url}${API_BASE_PATH}/auth/login`, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}

async function create({ url }: ServerProcess, token: string, photo: Buffer): Promise<Memorial | undefined> {
  const body = memorialForm({}, { bytes: photo })
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${API_BASE_PATH}/memorial/create`, { method: 'POST', headers, body })
  return response.status === 201 ? ((await response.json()) as Memorial) : undefined
}

/** Writes one thing after another until the server is gone; what broke off then is not acknowledged. */
async function untilDeath(write: (turn: number) => Promise<void>): Promise<void> {
  try {
    for (let turn = 0; ; turn++) await write(turn)
  } catch (error) {
    // A connection that breaks is a TypeError of fetch; anything else is a failure of this test.
    if ((error as Error).name !== 'TypeError') throw error
  }
}

async function expectAll({ url }: ServerProcess, owner: string, { memorials }: Acknowledged): Promise<void> {
  for (const memorial of memorials) {
    const headers = { authorization: `Bearer ${owner}` }
    const response = await fetch(`${url}${API_BASE_PATH}/memorial/${memorial.id}`, { headers })
    expect(await response.json()).toEqual(memorial)
    const photo = await fetch(`${url}${memorial.photo_path}`)
    expect([photo.status, (await photo.arrayBuffer()).byteLength > 0]).toEqual([200, true])
  }
}

it(`finds every acknowledged write again after ${KILLS} deaths at random moments`, async () => {
  const photo = await smallPicture()
  const done: Acknowledged = { emails: [], memorials: [] }
  const settings = { DATA_DIR: folder, NEW_ACCOUNT_MEMORIALS: '100000' }

  let server = await startServerProcess(settings)
  const ownerEmail = 'owner@example.org'
  expect(await register(server, ownerEmail)).toBe(true)
  const owner = await openDoor(server, ownerEmail)

  for (let death = 0; death < KILLS; death++) {
    const alive = server
    const registering = untilDeath(async (turn) => {
      const email = `guest-${death}-${turn}@example.org`
      if (await register(alive, email)) done.emails.push(email)
    })
    const creating = [1, 2].map(() =>
      untilDeath(async () => {
        const memorial = await create(alive, owner, photo)
        if (memorial) done.memorials.push(memorial)
      }),
    )
    const life = SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
    await new Promise((resolve) => setTimeout(resolve, life))
    await server.kill()
    await Promise.all([registering, ...creating])
    server = await startServerProcess(settings)
  }

  try {
    await expectAll(server, owner, done)
    for (const email of done.emails) expect(await register(server, email)).toBe(false)
    expect(done.emails.length).toBeGreaterThan(KILLS)
    expect(done.memorials.length).toBeGreaterThan(KILLS)
  } finally {
    await server.stop()
  }
}, 240_000)

/** Follows the letter's link, so that the account may write, and logs in. */
async function openDoor(server: ServerProcess, email: string): Promise<string> {
  await fetch(await linkOfLastLetter(folder, email), { redirect: 'manual' })
  return logIn(server, email)
}
