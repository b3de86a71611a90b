import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { memorialForm } from '@support/memorial-form'
import { pomnim, pomnimJson } from '@support/operator'
import { smallPicture } from '@support/photographs'
import { openAccount } from '@support/remote-account'
import { freePort, memorySettings, type ServerProcess, startServerProcess } from '@support/server-process'
import { buildFolder } from '../../../config/folders'

/** Each command is a process, and so is the server. */
const PATIENCE_MS = 180_000

let folder: string
let env: { DATA_DIR: string; PORT: string }
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-stdout-'))
  env = { DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
  server = await startServerProcess(env)
  const owner = await openAccount(server, env.DATA_DIR, 'owner@example.org')
  const body = memorialForm({}, { bytes: await smallPicture() })
  expect((await owner.fetch('/memorial/create', { method: 'POST', body })).status).toBe(201)
}, PATIENCE_MS)
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

/** `pomnim backup -`, whose output is bytes. */
function backup(...options: string[]) {
  const child = spawn(process.execPath, [path.join(buildFolder('server'), 'pomnim.js'), 'backup', '-', ...options], {
    env: { ...memorySettings(), PATH: process.env.PATH, DEMO_CONTENT: 'off', TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(() => child.exitCode)
  return { out: child.stdout, errors: text(child.stderr), ended }
}

it(
  'streams an archive that is whole, and says beside it what is in it',
  async () => {
    const { out, errors, ended } = backup('--json')
    const archive = path.join(folder, 'streamed.tar')
    await writeFile(archive, await buffer(out))
    expect(await ended).toBe(0)
    const said = JSON.parse(await errors) as { files: number; sha256: string }
    expect(said.files).toBeGreaterThan(0)

    expect(await pomnimJson(env, 'verify', archive)).toMatchObject({ files: said.files, sha256: said.sha256 })
    // Nothing of it stays on this machine.
    expect((await readdir(folder)).filter((name) => name.startsWith('pomnim-'))).toEqual([])

    const restored = { DATA_DIR: path.join(folder, 'restored'), PORT: env.PORT }
    expect(await pomnimJson(restored, 'restore', archive)).toMatchObject({ files: said.files })
  },
  PATIENCE_MS,
)

it(
  'fails when the program that takes the archive ends',
  async () => {
    const { out, ended } = backup()
    out.destroy()
    expect(await ended).toBe(1)
  },
  PATIENCE_MS,
)

it(
  'takes no earlier archive: that would have to lie in the same folder',
  async () => {
    const { code, out, errors } = await pomnim(env, 'backup', '-', '--since', path.join(folder, 'streamed.tar'))
    expect([code, out]).toEqual([1, ''])
    expect(errors).toContain('--since wants a file')
  },
  PATIENCE_MS,
)
