import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { layLineTo } from '@support/line'
import { startMailServer } from '@support/mail-server'
import { startServerProcess } from '@support/server-process'
import { until } from '@support/until'

/** `docker stop` kills after ten seconds, and a slow machine needs some of them itself. */
const STOPS_WITHIN_MS = 8_000
/** Three starts, and stops beside a mail server that says nothing. */
const TEST_MS = 180_000

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it(
  'stops in time beside a mail server that has fallen silent, and sends the letter after the next start',
  async () => {
    const mail = await startMailServer()
    const line = await layLineTo(mail.url)
    const start = () =>
      startServerProcess({ DATA_DIR: folder, HOST: '127.0.0.1', SMTP_URL: line.url, TRUST_PROXY: '1' })
    const stopTime = async (server: Awaited<ReturnType<typeof start>>) => {
      // The server waits for the mail server's greeting, which never comes.
      await until(() => line.silentConnections() > 0)
      const begun = performance.now()
      expect(await server.stop()).toBe(0)
      return performance.now() - begun
    }
    line.fallSilent()
    try {
      const server = await start()
      await fetch(`${server.url}${API_BASE_PATH}/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'zoya@example.org', password: 'Ryabina-1938' }),
      })
      expect(await stopTime(server)).toBeLessThan(STOPS_WITHIN_MS)

      // This time a job sends it, for which a stop waits too.
      expect(await stopTime(await start())).toBeLessThan(STOPS_WITHIN_MS)

      line.mend()
      const last = await start()
      await until(() => mail.received.length > 0)
      expect(await last.stop()).toBe(0)
      expect(mail.received.map(({ recipients }) => recipients)).toEqual([['zoya@example.org']])
    } finally {
      line.remove()
      await mail.goAway()
    }
  },
  TEST_MS,
)
