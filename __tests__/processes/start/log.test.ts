import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { startServerProcess } from '@support/server-process'
import { until } from '@support/until'
import { startMailServer } from '@support/mail-server'

const EMAIL = 'zoya@example.org'
const PASSWORD = 'Ryabina-1938'
const SMTP_PASSWORD = 'tainoe-slovo'

it('writes neither e-mails nor passwords where an operator reads', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-log-'))
  const mailServer = await startMailServer({
    onAuth: ({ username, password }, _session, answer) => answer(new Error(`No ${username} with ${password}`)),
  })
  const SMTP_URL = mailServer.url.replace('smtp://', `smtp://sender:${SMTP_PASSWORD}@`)
  await chmod(folder, 0o755)
  const server = await startServerProcess({ DATA_DIR: folder, SMTP_URL })
  try {
    // Nor may others read what lies there: the start warns.
    expect(server.output()).toMatch(/look into DATA_DIR.*chmod 700/)
    const registered = await fetch(`${server.url}${API_BASE_PATH}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    })
    expect(registered.status).toBe(201)

    await until(() => server.output().includes('letter postponed'))
    for (const secret of [EMAIL, 'zoya', PASSWORD, SMTP_PASSWORD]) expect(server.output()).not.toContain(secret)
  } finally {
    await server.stop()
    await mailServer.goAway()
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)
