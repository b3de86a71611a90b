import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { archivePaths } from '@contract/archive'
import { residentBytesOf } from '@server/lib/process-usage'
import { archiveForm } from '@support/archives'
import { pictureProcessesOf } from '@support/picture-children'
import { smallPicture } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const SECRETS = { SECRET_KEY: 'a-secret-key-of-more-than-thirty-two-letters', MAIL_FROM: 'server@example.org' }

let folder: string
let server: ServerProcess
let owner: RemoteAccount
let memorialId: number

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-picture-process-'))
  const intruder = path.join(folder, 'intruder.cjs')
  await writeFile(intruder, INTRUDER)
  server = await startServerProcess({
    ...SECRETS,
    DATA_DIR: path.join(folder, 'data'),
    NEW_ACCOUNT_ADVANCED: '1',
    NODE_OPTIONS: `--require ${intruder}`,
    NODE_PATH: path.resolve('node_modules'),
  })
  owner = await openAccount(server, path.join(folder, 'data'), 'owner@example.org')
  memorialId = (await owner.createMemorial({ rate_check: 'true' })).id
})
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

/** What somebody who runs code in the server would try: it opens pictures with its sharp, when told to. */
const INTRUDER = `
  process.on('SIGUSR2', async () => {
    const sharp = require(${JSON.stringify(path.resolve('node_modules/sharp'))})
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
    for (const [name, bytes] of [['png', Buffer.from(png, 'base64')], ['svg', Buffer.from(drawing)]]) {
      const opened = await sharp(bytes).metadata().then(() => 'opened', () => 'refused')
      process.stdout.write(name + ' ' + opened + '\\n')
    }
    process.stdout.write('tried\\n')
  })`

const addPhoto = async (bytes: Uint8Array) => {
  const response = await owner.fetch(archivePaths('photo').create, {
    method: 'POST',
    body: archiveForm(memorialId, bytes),
  })
  return response.status
}

it('opens no picture in the server itself, and still draws its QR codes', async () => {
  process.kill(server.pid, 'SIGUSR2')
  await until(() => server.output().includes('tried'))
  // Lines of the log may come between.
  expect(server.output().match(/^(png|svg) \w+$/gm)).toEqual(['png refused', 'svg refused'])

  const code = await owner.fetch(`/memorial/${memorialId}/qrcode`)
  expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/png'])
})

it('draws the picture of a link in a process of its own', async () => {
  expect(pictureProcessesOf(server.pid)).toEqual([])
  const picture = await fetch(`${server.url}/preview.jpg`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(pictureProcessesOf(server.pid)).toHaveLength(1)
})

it('tells its picture processes no key, and takes them along when it is killed', async () => {
  expect(await addPhoto(await smallPicture())).toBe(201)
  const [pid = 0] = pictureProcessesOf(server.pid)
  expect(pid).toBeGreaterThan(0)
  expect(readFileSync(`/proc/${server.pid}/environ`, 'latin1')).toContain(SECRETS.SECRET_KEY)
  expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toMatch(/SECRET|MAIL|DATA_DIR|NODE_OPTIONS/)

  await server.kill()
  await until(() => residentBytesOf(pid) === undefined)
})
