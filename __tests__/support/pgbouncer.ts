import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describeOnPostgres } from './postgres'
import { freePort } from './server-process'
import { until } from './until'

const PROGRAM = 'pgbouncer'

/** Tests that need a real PgBouncer. Where none is installed they are skipped, unless PGBOUNCER_REQUIRED says that one has to be. */
export function describeOnPgbouncer(define: () => void): void {
  const isInstalled = spawnSync(PROGRAM, ['--version']).status === 0
  if (isInstalled || process.env.PGBOUNCER_REQUIRED) describeOnPostgres(() => describe('behind PgBouncer', define))
  else describe.skip('behind PgBouncer, which is not installed here', define)
}

/** PgBouncer in front of the database at this URL, which names the folder with its server's socket. */
export async function startPgbouncer(databaseUrl: string, mode: 'session' | 'transaction' | 'statement') {
  const { pathname, searchParams } = new URL(databaseUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-pgbouncer-'))
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${searchParams.get('host')} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
`,
  )
  // PgBouncer refuses to run as root.
  await chmod(folder, 0o755)
  const owner =
    process.getuid?.() === 0
      ? Object.fromEntries(['uid', 'gid'].map((id) => [id, Number(execFileSync('id', [`-${id[0]}`, 'postgres']))]))
      : {}
  const pgbouncer = spawn('setpriv', ['--pdeathsig=INT', PROGRAM, file], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(pgbouncer, 'exit')
  let words = ''
  pgbouncer.stderr.on('data', (more) => (words += String(more)))
  const url = `postgresql://postgres@127.0.0.1:${port}${pathname}`
  await until(async () => {
    if (pgbouncer.exitCode !== null) throw new Error(`PgBouncer did not start: ${words}`)
    return answers(url)
  })
  return {
    /** DATABASE_URL through PgBouncer. */
    url,
    async stop() {
      pgbouncer.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
