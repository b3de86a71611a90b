import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { write } from './waiting-letter'

const HOUR_MS = 3_600_000

let server: TestApp
afterEach(() => server.close())

const outbox = () => path.join(server.dataDir, 'outbox')
const letters = async () => (await readdir(outbox())).length

async function aLetterWritten(hoursAgo: number): Promise<void> {
  const before = new Set(await readdir(outbox()).catch(() => []))
  await write(server, 'zoya@example.org')
  await server.postman.deliverDue()
  const [name = ''] = (await readdir(outbox())).filter((file) => !before.has(file))
  const then = new Date(Date.now() - hoursAgo * HOUR_MS)
  await utimes(path.join(outbox(), name), then, then)
}

it('keeps a letter in the outbox for a day and no longer', async () => {
  server = await startTestApp()
  await aLetterWritten(23.9)
  await aLetterWritten(24.1)
  await doTheJobs(server)
  expect(await letters()).toBe(1)
})

it('keeps the letters of invented people', async () => {
  server = await startTestApp({ DEMO_CONTENT: 'on' })
  await aLetterWritten(240)
  await doTheJobs(server)
  expect(await letters()).toBe(1)
})

it('minds no outbox that is not there', async () => {
  server = await startTestApp()
  await expect(doTheJobs(server)).resolves.toEqual([])
})
