import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { pomnim } from '@support/operator'
import { failedStart, startServerProcess } from '@support/server-process'

const PATIENCE_MS = 240_000

it(
  'does not start beside a full database without its key, until the operator takes a new one',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-lost-key-'))
    const env = { DATA_DIR: folder, DEMO_CONTENT: 'off' }
    try {
      const server = await startServerProcess(env)
      const registered = await fetch(`${server.url}${API_BASE_PATH}/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'zoya@example.org', password: 'Berezka-1945' }),
      })
      expect(registered.status).toBe(201)
      await server.stop()
      await rm(path.join(folder, 'secret-key'))

      const { errors, code } = await failedStart(env)
      expect(code).toBe(1)
      expect(errors.trim().split('\n')).toHaveLength(1)
      expect(errors).toMatch(/secret-key is missing.*pomnim key new/)
      expect((await pomnim(env, 'account', 'list')).errors).toMatch(/secret-key is missing/)

      expect((await pomnim(env, 'key', 'new', '--yes')).code).toBe(0)
      await (await startServerProcess(env)).stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  PATIENCE_MS,
)
