import { sql } from 'kysely'
import type { Db, Tables } from '../db/schema'

/** The state of an identity column's sequence. */
export interface Sequence {
  table: string
  column: string
  last: number
  /** Whether `last` was already used, or is the next value. */
  called: boolean
}

/**
 * Specific to the running installation. Chunks of uploads are not backed up, nor map tiles, which can be fetched again,
 * nor sign-in steps, which last minutes, nor the log of changes, whose transactions are those of one database.
 */
const NOT_BACKED_UP = [
  ...['kysely_migration', 'kysely_migration_lock', 'removal_holds', 'uploads', 'tiles', 'tile_claims', 'job_runs'],
  ...['sign_in_tickets', 'passkey_challenges', 'changes', 'change_readers', 'maintenance'],
]

/**
 * All tables that are backed up, each after those that it references: filled in this order, no foreign key is broken.
 */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${NOT_BACKED_UP}) and ${isOfNoExtension('pg_class')}
    order by relname`.execute(db)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select child.relname as "from", parent.relname as "to"
    from pg_constraint
      join pg_class child on child.oid = conrelid
      join pg_class parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid and child.relnamespace = 'public'::regnamespace`.execute(db)
  const ordered: string[] = []
  const waiting = new Set(tables.map(({ name }) => name))
  while (waiting.size > 0) {
    const ready = [...waiting].filter((name) => !references.some(({ from, to }) => from === name && waiting.has(to)))
    if (ready.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    for (const name of ready) waiting.delete(name)
    ordered.push(...ready)
  }
  return ordered
}

export async function readSequences(db: Db): Promise<Sequence[]> {
  const { rows: columns } = await sql<{ table: string; column: string; name: string }>`
    select relname as "table", attname as "column", pg_get_serial_sequence(quote_ident(relname), attname) as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''
    order by relname, attname`.execute(db)
  const sequences: Sequence[] = []
  for (const { table, column, name } of columns) {
    const { rows } = await sql<{ last: number; called: boolean }>`
      select last_value as last, is_called as called from ${sql.raw(name)}`.execute(db)
    sequences.push(...rows.map((state) => ({ table, column, ...state })))
  }
  return sequences
}

/** New rows get ids that none had before: those of deleted rows are not reused either. */
export async function setSequences(db: Db, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last, called } of sequences) {
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}, ${called})`.execute(db)
  }
}

/** All tables, including those of the migrations. */
const OUR_TABLES: Record<keyof Tables | 'kysely_migration' | 'kysely_migration_lock', true> = {
  users: true,
  former_emails: true,
  sessions: true,
  known_networks: true,
  factors: true,
  recovery_codes: true,
  sign_in_tickets: true,
  passkey_challenges: true,
  factor_recoveries: true,
  consents: true,
  email_tokens: true,
  letters: true,
  reached_addresses: true,
  ended_letters: true,
  address_keys: true,
  memorials: true,
  media: true,
  media_removals: true,
  uploads: true,
  archive_items: true,
  burials: true,
  memories: true,
  questions: true,
  stories: true,
  promo_code_uses: true,
  audit_log: true,
  calendars: true,
  blocked_authors: true,
  access_requests: true,
  reports: true,
  removal_holds: true,
  register: true,
  last_seen_time: true,
  maintenance: true,
  keepers: true,
  invitations: true,
  hand_overs: true,
  candles: true,
  candle_counts: true,
  reminders: true,
  reminders_sent: true,
  revisions: true,
  proposals: true,
  relations: true,
  tiles: true,
  tile_claims: true,
  job_runs: true,
  changes: true,
  change_readers: true,
  kysely_migration: true,
  kysely_migration_lock: true,
}
/** The functions of the triggers. */
const OUR_FUNCTIONS = ['announce_memorial', 'announce_part_of_memorial', 'log_change', 'keep_log_entries']

/** The tables and views of a database that no extension created: ours, and those of other applications. */
export async function listTables(db: Db): Promise<{ ours: string[]; foreign: string[] }> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and ${isOfNoExtension('pg_class')}
    order by relname`.execute(db)
  const names = rows.map(({ name }) => name)
  return {
    ours: names.filter((name) => Object.hasOwn(OUR_TABLES, name)),
    foreign: names.filter((name) => !Object.hasOwn(OUR_TABLES, name)),
  }
}

/** Leaves the database as it was before the first migration. Other objects stay. */
export async function dropTables(tx: Db): Promise<void> {
  const { ours } = await listTables(tx)
  for (const name of ours) await sql`drop table ${sql.table(name)} cascade`.execute(tx)
  const { rows: functions } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any (${OUR_FUNCTIONS}) and ${isOfNoExtension('pg_proc')}`.execute(
    tx,
  )
  for (const { name } of functions) await sql`drop function ${sql.raw(name)} cascade`.execute(tx)
}

function isOfNoExtension(catalogue: 'pg_class' | 'pg_proc') {
  return sql<boolean>`not exists (
    select from pg_depend where deptype = 'e' and classid = ${sql.lit(catalogue)}::regclass and objid = ${sql.ref(`${catalogue}.oid`)})`
}
