import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate, migrationsOf } from '../../db/migrate'
import { openAsItIs } from '../../db/open-database'
import type { Db } from '../../db/schema'
import { giveUp } from '../give-up'
import { findRunningServer } from '../server-client'
import { type LocalVerb, VerbError } from '../verb'

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
