import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const INSTALLED_IN = '/usr/lib/postgresql'
/** Fast, because a commit is not on disk when it is confirmed. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 50

/** A PostgreSQL server of one test file, deleted with all its data when it is stopped. */
export interface Postgres {
  /** Creates an empty database; returns its DATABASE_URL. `how`: what follows its name in SQL. */
  makeDatabase(how?: string): Promise<string>
  /** As `pg_ctl stop -m fast` (or `-m immediate`): ends every session, and refuses new ones until `comeBack`. */
  goAway(how?: 'fast' | 'immediate'): Promise<void>
  /** `standby`: it waits for a primary that it never finds, and is read-only. */
  comeBack(as?: 'primary' | 'standby'): Promise<void>
  stop(): Promise<void>
}

/** Tests that need a real PostgreSQL. Where none is installed they are skipped, unless POSTGRES_REQUIRED says that one has to be. */
export function describeOnPostgres(define: () => void): void {
  if (isPostgresExpected()) describe('on PostgreSQL', define)
  else describe.skip('on PostgreSQL, which is not installed here', define)
}

/**
 * A new cluster in a temporary folder, reached by a socket there. A durable one retains every confirmed commit, however it
 * ends.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const binaries = newestBinaries()
  if (!binaries) throw new Error(`There is no PostgreSQL in ${INSTALLED_IN}: apt-get install postgresql`)
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-postgres-'))
  await makeCluster(binaries, folder)
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, ...(isDurable ? [] : FAST)]
  let server = runServer(binaries, folder, settings)
  const addressOf = (database: string) => `postgresql:///${database}?host=${encodeURIComponent(folder)}&user=postgres`
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }

  const toAnswer = async () => {
    const giveUpAt = Date.now() + PATIENCE_MS
    while (!(await answers(addressOf('postgres')))) {
      if (!server.isRunning() || Date.now() > giveUpAt) {
        await stop()
        throw new Error(`PostgreSQL did not start: ${server.words()}`)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }
  await toAnswer()

  let databases = 0
  return {
    async makeDatabase(how = '') {
      const name = `test_${++databases}`
      await run(addressOf('postgres'), `create database ${name} ${how}`)
      return addressOf(name)
    },
    goAway: (how) => server.stop(how),
    async comeBack(as = 'primary') {
      if (as === 'standby') await writeFile(signalIn(folder), '')
      else await rm(signalIn(folder), { force: true })
      server = runServer(binaries, folder, settings)
      await toAnswer()
    },
    stop,
  }
}

async function makeCluster(binaries: string, folder: string): Promise<void> {
  const owner = ownerOfServer()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const how = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  await promisify(execFile)(path.join(binaries, 'initdb'), ['-D', clusterIn(folder), ...how], { ...owner, cwd: folder })
}

function runServer(binaries: string, folder: string, settings: string[]) {
  const owner = ownerOfServer()
  const flags = settings.flatMap((setting) => ['-c', setting])
  // If this process is killed, its server ends too.
  const command = ['--pdeathsig=INT', path.join(binaries, 'postgres'), '-D', clusterIn(folder), ...flags]
  const server = spawn('setpriv', command, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(server, 'exit')
  let words = ''
  server.stderr.on('data', (more) => (words += String(more)))
  return {
    isRunning: () => server.exitCode === null,
    words: () => words,
    async stop(how: 'fast' | 'immediate' = 'fast') {
      if (server.exitCode === null) server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await ended
    },
  }
}

function clusterIn(folder: string): string {
  return path.join(folder, 'cluster')
}

/** With this file, PostgreSQL starts as a standby. */
function signalIn(folder: string): string {
  return path.join(clusterIn(folder), 'standby.signal')
}

function answers(address: string): Promise<boolean> {
  return run(address, 'select 1').then(
    () => true,
    () => false,
  )
}

async function run(address: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  try {
    await client.connect()
    await client.query(command)
  } finally {
    await client.end()
  }
}

/** Whether tests may start a PostgreSQL: one is installed, or required. */
export function isPostgresExpected(): boolean {
  return newestBinaries() !== undefined || Boolean(process.env.POSTGRES_REQUIRED)
}

/** The folder of the programs of the newest PostgreSQL installed; the client alone has no initdb. */
function newestBinaries(): string | undefined {
  if (!existsSync(INSTALLED_IN)) return undefined
  return readdirSync(INSTALLED_IN)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(INSTALLED_IN, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian created for it. */
function ownerOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres']))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
