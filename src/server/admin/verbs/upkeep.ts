import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { acceptTime } from '../../db/clock-watch'
import { migrate, migrationsOf } from '../../db/migrate'
import { openAsItIs } from '../../db/open-database'
import type { Db } from '../../db/schema'
import { loadOrCreateSecretKey, readSecretKey, rotateSecretKey } from '../../lib/secret-key'
import { randomToken } from '../../lib/token'
import { listDamagedFiles } from '../../media/checksum-repository'
import { recordInRegister } from '../../modules/audit/repository'
import {
  beginMaintenance,
  endMaintenance,
  findMaintenance,
  type MaintenanceRow,
  type JobLine,
  listJobs,
  makeJobDue,
} from '../../modules/operator/repository'
import { giveUp } from '../installation'
import { type InstallationVerb, type LocalVerb, numberOption, type Rows, table, text, VerbError } from '../verb'
import { findRunningServer } from '../server-client'

/** Migrations wait for a lock only briefly, and retry. */
const LOOK_EVERY_MS = 200

export const migrateVerb: LocalVerb = {
  words: 'migrate',
  summary: 'bring the tables to this release, as each start does too',
  options: [{ flags: '--dry-run', means: 'only say what would be done' }],
  async run(config, { options }, say) {
    const server = config.databaseUrl ? undefined : await findRunningServer(config.dataDir)
    server?.close()
    if (server) throw new VerbError('stop the server first: its start brings the tables to its release')
    const { db, close } = await openAsItIs(config, giveUp)
    try {
      const { done, missing } = await migrationsOf(db)
      if (options['dry-run'] === true) {
        return {
          data: { done, missing },
          lines: [...missing.map((name) => `would run ${name}`), summaryOf(missing, 'are missing')],
        }
      }
      // On several connections where possible: one of them queries what the other waits for.
      const running = migrate(db, { onWait: (reason) => say(reason) })
      await (config.databaseUrl ? sayingForWhom(db, running, say) : running)
      return {
        data: { done: missing },
        lines: [...missing.map((name) => `ran ${name}`), summaryOf(missing, 'were run')],
      }
    } finally {
      await close()
    }
  },
}

function summaryOf(names: string[], what: string): string {
  return names.length === 0 ? 'The tables are those of this release.' : `${names.length} migrations ${what}.`
}

interface Holder {
  pid: number
  program: string
  address: string | null
  seconds: number
}

/** `migrate` waits for other sessions; this shows the operator which ones. */
async function sayingForWhom(db: Db, running: Promise<void>, say: (line: string) => void): Promise<void> {
  const over = running.then(() => true)
  const said = new Set<number>()
  while (!(await Promise.race([over, pause(LOOK_EVERY_MS, false)]))) {
    for (const { pid, program, address, seconds } of await holdersOf(db)) {
      if (said.has(pid)) continue
      said.add(pid)
      const who = `process ${pid} of the database (${program || 'unnamed'}, from ${address ?? 'this machine'})`
      say(`waiting for ${who}, at it for ${seconds} s`)
    }
  }
}

/** The sessions that block one of this application's. */
async function holdersOf(db: Db): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select holder.pid, holder.application_name as program, host(holder.client_addr) as address,
      extract(epoch from now() - holder.xact_start)::integer as seconds
    from pg_stat_activity waiting
      cross join unnest(pg_blocking_pids(waiting.pid)) as blocking (pid)
      join pg_stat_activity holder on holder.pid = blocking.pid
    where waiting.datname = current_database() and waiting.usename = current_user
      and waiting.application_name = current_setting('application_name')`.execute(db)
  return rows
}

export const keyRotate: LocalVerb = {
  words: 'key rotate',
  summary: 'sign with a new key from the next start on; what the last one signed stays good',
  question: () => 'Make a new key? What was signed by the key before the last one ends.',
  async run({ dataDir, secretKey }) {
    if (secretKey !== undefined) {
      const next = randomToken()
      return {
        data: { SECRET_KEY: next, SECRET_KEY_PREVIOUS: secretKey },
        lines: [
          'The key is a setting: put these in its place for every process, then start them again.',
          `SECRET_KEY=${next}`,
          `SECRET_KEY_PREVIOUS=${secretKey}`,
        ],
      }
    }
    if ((await readSecretKey(dataDir)) === undefined) {
      throw new VerbError('there is no key yet: the first start makes one. In place of a lost one: key new')
    }
    await rotateSecretKey(dataDir)
    return { data: { rotated: true }, lines: ['There is a new key. Start the server again.'] }
  },
}

export const keyNew: LocalVerb = {
  words: 'key new',
  summary: 'make a key in place of one that is lost',
  question: () => 'Make a new key? All that the lost one signed ends.',
  async run({ dataDir, secretKey }) {
    if (secretKey !== undefined) throw new VerbError('the key is a setting: SECRET_KEY')
    if ((await readSecretKey(dataDir)) !== undefined) throw new VerbError('there is a key. For another one: key rotate')
    await loadOrCreateSecretKey(dataDir)
    return { data: { made: true }, lines: ['There is a new key. Start the server.'] }
  },
}

export const clockAccept: InstallationVerb = {
  words: 'clock accept',
  summary: 'the clock is right although it has leapt: go on to destroy what is old enough',
  question: () => `Is it ${new Date().toISOString()} now? What is old enough by that time will be destroyed.`,
  async runOn({ db }) {
    const { seenAt, time } = await db.transaction().execute(async (tx) => {
      await recordInRegister(tx, 'clock_accepted', {})
      return acceptTime(tx)
    })
    const since = seenAt ? ` A server last saw ${seenAt.toISOString()}.` : ''
    return {
      data: { accepted: time, last_seen: seenAt ?? null },
      lines: [`${time.toISOString()} is accepted: within a minute jobs go on to destroy.${since}`],
    }
  },
}

export const jobsList = {
  words: 'jobs list',
  summary:
    'work that recurs and that one process does for all: when it ended last, how long it took, whether it failed',
  async runOn({ db }: Rows) {
    const jobs = await listJobs(db)
    return {
      data: jobs,
      lines: table(
        ['job', 'ended', 'seconds', 'state'],
        jobs.map((job) => [
          job.name,
          job.ended_at?.toISOString().slice(0, 19).replace('T', ' ') ?? '-',
          job.seconds ?? '-',
          stateOf(job),
        ]),
      ),
    }
  },
}

export const jobVerbs: InstallationVerb[] = [
  jobsList,
  {
    words: 'jobs run',
    takes: '<name>',
    summary: 'have a job run within a minute, in place of after its pause',
    async runOn({ db }, { args: [name = ''] }) {
      const jobs = await listJobs(db)
      if (!jobs.some((job) => job.name === name)) throw new VerbError(`there is no job '${name}': see jobs list`)
      const isDue = await db.transaction().execute(async (tx) => {
        const due = await makeJobDue(tx, name)
        if (due) await recordInRegister(tx, 'job_run', {})
        return due
      })
      return {
        data: { due: isDue },
        lines: [
          isDue
            ? 'A server runs it within a minute, unless it destroys, and the clock is in doubt or maintenance is on.'
            : 'It is running already.',
        ],
      }
    },
  },
]

function stateOf({ is_running: isRunning, ended_at: endedAt, has_failed: hasFailed }: JobLine): string {
  if (isRunning) return 'running'
  if (endedAt === null) return 'due'
  return hasFailed ? "failed: look for 'job failed' in the log" : 'done'
}

const FILES_MAX = 100

export const filesDamaged = {
  words: 'files damaged',
  summary: 'stored files that were read again, and have no longer the bytes that came',
  async runOn({ db }: Rows) {
    const files = await listDamagedFiles(db, FILES_MAX)
    return {
      data: files,
      lines: table(
        ['folder', 'is', 'since', 'page', 'name'],
        files.map((file) => [
          file.id,
          file.fault,
          file.fault_since.toISOString().slice(0, 10),
          file.memorial_id ?? '-',
          file.file_name ?? '-',
        ]),
      ),
    }
  },
}

const TEXT_MAX_LENGTH = 300

export const maintenanceShow = {
  words: 'maintenance show',
  summary: 'whether maintenance is on, since when, and until when it is expected to be',
  async runOn({ db }: Rows) {
    const found = await findMaintenance(db)
    return { data: found ?? null, lines: [maintenanceLine(found)] }
  },
}

export const maintenanceVerbs: InstallationVerb[] = [
  {
    words: 'maintenance on',
    summary: 'accept nothing that people write, in any process, until maintenance off; pages can be read',
    options: [
      { flags: '--minutes <number>', means: 'how long it is expected to take: people read it' },
      {
        flags: '--text <sentence>',
        means: 'what people read in place of «Сейчас на сайте технические работы…», in Russian',
      },
    ],
    async runOn({ db }, input) {
      const minutes = numberOption(input, 'minutes')
      if (minutes !== undefined && minutes < 1) throw new VerbError('--minutes must be at least 1')
      const said = text(input, 'text')?.trim()
      if (said !== undefined && !(/[а-яё]/i.test(said) && said.length <= TEXT_MAX_LENGTH)) {
        throw new VerbError(`--text must be a sentence in Russian of at most ${TEXT_MAX_LENGTH} letters`)
      }
      const until = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000)
      await db.transaction().execute(async (tx) => {
        await recordInRegister(tx, 'maintenance_begun', {})
        await beginMaintenance(tx, { until, text: said ?? null })
      })
      return {
        data: { until, text: said ?? null },
        lines: ['Nothing new is accepted from now on; what was being saved already ends. Afterwards: maintenance off.'],
      }
    },
  },
  maintenanceShow,
  {
    words: 'maintenance off',
    summary: 'accept again what people write',
    async runOn({ db }) {
      const wasOn = await db.transaction().execute(async (tx) => {
        const ended = await endMaintenance(tx)
        if (ended) await recordInRegister(tx, 'maintenance_ended', {})
        return ended
      })
      return {
        data: { was_on: wasOn },
        lines: [wasOn ? 'What people write is accepted again.' : 'Maintenance was not on.'],
      }
    },
  },
]

function maintenanceLine(found: MaintenanceRow | undefined): string {
  if (!found) return 'off: what people write is accepted'
  const { since, until } = found
  const end = until ? `, expected until ${until.toISOString().slice(0, 16)}Z` : ''
  return `on since ${since.toISOString().slice(0, 16)}Z${end}: nothing that people write is accepted until maintenance off`
}

const TIMEOUT_MS = 5_000

export const healthcheck: LocalVerb = {
  words: 'healthcheck',
  summary: 'ask the server of these settings whether it is ready',
  needsNoData: true,
  async run({ host, port }) {
    // A server that listens on all interfaces also listens on this one.
    const address = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const said = (await response.json()) as { status: string; degraded?: string[] }
      const what = said.degraded ? `${said.status}: ${said.degraded.join(', ')}` : said.status
      return { data: said, lines: [what], isBad: !response.ok }
    } catch (error) {
      const { message, cause } = error as Error
      const reason = (cause as Error | undefined)?.message ?? message
      return { data: { status: 'away', reason }, lines: [`${url} does not answer: ${reason}`], isBad: true }
    }
  },
}
