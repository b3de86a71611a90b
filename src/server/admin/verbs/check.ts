import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Config } from '../../config'
import { FolderInUseError } from '../../db/embedded/folder-lock'
import { encodingOf, fitnessOf, NEEDED_ENCODING } from '../../db/fitness'
import { migrationsOf } from '../../db/migrate'
import { openAsItIs } from '../../db/open-database'
import type { Db } from '../../db/schema'
import { POOLER_OF_TRANSACTIONS, STANDBY } from '../../db/errors'
import { isOpenToOthers } from '../../lib/folder-mode'
import { readCatalogue } from '../../modules/catalogue/read-catalogue'
import { readLegalDocuments } from '../../modules/legal/read-documents'
import type { FileStore } from '../../storage/file-store'
import { openStore } from '../../storage/open-store'
import { smtpTls } from '../../mail/transport'
import { giveUp } from '../installation'
import { nearMisses } from '../near-misses'
import type { Input, InstallationVerb, LocalVerb, Rows, VerbResult } from '../verb'
import { failureOf } from '../failures'
import { findRunningServer } from '../server-client'
import { maintenanceShow } from './upkeep'

/** `warning`: it works, but deserves attention. */
type State = 'good' | 'warning' | 'bad'

export interface Finding {
  what: Part
  state: State
  says: string
}

/** What is tried. The doctor has a remedy for each. */
export type Part =
  | 'settings'
  | 'database'
  | 'sessions'
  | 'rights'
  | 'tables'
  | 'encoding'
  | 'clock'
  | 'maintenance'
  | 'jobs'
  | 'unsent letters'
  | 'stored files'
  | 'legal pages'
  | 'catalogue'
  | 'file store'
  | 'letters'
  | 'Redis'
  | 'disk'
  | 'folder'

/** Asks a verb about the rows: of a running server that has the embedded database open, or of this process. */
export type AskRows = (verb: VerbOfRows) => Promise<VerbResult>
type VerbOfRows = Pick<InstallationVerb, 'words'> & { runOn: (rows: Rows, input: Input) => Promise<VerbResult> }

const TIMEOUT_MS = 5_000
/** Tokens expire by the clock of the process that checks them. */
const CLOCK_MAX_SECONDS = 5
const DISK_LEAST_SHARE = 0.05
const POSTGRES_LEAST = 15
/** Settings whose defaults are for demonstrations. */
const SHOWN_TO_VISITORS = ['SUPPORT_EMAIL', 'SUPPORT_MESSENGER_URL', 'OPERATOR_NAME']
/** Likewise, but an empty value is deliberate. */
const FACTS_OF_OPERATOR = ['OPERATOR_ADDRESS', 'OPERATOR_INN', 'OPERATOR_OGRN', 'DATA_LOCATION']

export const check: LocalVerb = {
  words: 'check',
  summary:
    'try the settings, the database, legal pages, catalogue, the file store, letters, Redis, the disk and the clock',
  async run(config) {
    const findings = await tryParts(config)
    return { data: findings, lines: findings.map(lineOf), isBad: isAnyBad(findings) }
  },
}

/** @param moreOfRows looks at more of the rows, where they can be read */
export async function tryParts(config: Config, moreOfRows?: (ask: AskRows) => Promise<Finding[]>): Promise<Finding[]> {
  return [
    ...settingsOf(config, process.env),
    ...(await databaseOf(config, moreOfRows)),
    await found('legal pages', async () => {
      const shipped: string[] = []
      await readLegalDocuments(config, (name) => shipped.push(`${name}.md`))
      if (shipped.length === 0) return good('each can be shown')
      return {
        state: 'warning',
        says: `LEGAL_DIR lacks ${shipped.join(', ')}: the text that comes with the program is shown`,
      }
    }),
    await found('catalogue', async () => {
      await readCatalogue(config.catalogueDir)
      return good('its files can be read')
    }),
    await found('file store', async () => {
      await writeInto(await openStore(config), config.dataDir)
      return good(
        config.s3 ? `${config.s3.bucket} at ${config.s3.endpoint} can be written` : 'DATA_DIR/media can be written',
      )
    }),
    await found('letters', () => lettersOf(config)),
    await found('Redis', () => redisOf(config)),
    await found('disk', () => diskOf(config)),
    await found('folder', () => folderOf(config)),
  ]
}

export function lineOf({ what, state, says }: Said & { what: string }): string {
  return `${state.padEnd(7)}  ${what}: ${says}`
}

export function isAnyBad(findings: Said[]): boolean {
  return findings.some(({ state }) => state === 'bad')
}

export type Said = Omit<Finding, 'what'>

export function good(says: string): Said {
  return { state: 'good', says }
}

export async function found(what: Part, look: () => Promise<Said>): Promise<Finding> {
  try {
    return { what, ...(await look()) }
  } catch (error) {
    return { what, state: 'bad', says: failureOf(error).split('\n', 1)[0] ?? '' }
  }
}

/** Unknown variables that look like a misspelt setting, and suspicious values. */
export function settingsOf(config: Config, env: Record<string, string | undefined>): Finding[] {
  const misspelt = nearMisses(env)
  const isPublic = config.site.publicUrl.startsWith('https://')
  const invented = [
    ...SHOWN_TO_VISITORS.filter((name) => !env[name]?.trim()),
    ...FACTS_OF_OPERATOR.filter((name) => env[name] === undefined),
  ]
  const warnings = [
    isPublic && config.demoContent && 'PUBLIC_URL is a real address, and DEMO_CONTENT is on',
    isPublic && config.trustProxy === 0 && 'PUBLIC_URL is https, so there is a proxy in front: TRUST_PROXY is 0',
    !config.smtpUrl && 'SMTP_URL is empty: letters become files in DATA_DIR/outbox, and reach nobody',
    config.smtpUrl !== undefined &&
      !env.MAIL_FROM?.trim() &&
      'MAIL_FROM is empty: letters come from an address that nobody reads',
    isPublic && invented.length > 0 && `visitors read invented words in place of ${invented.join(', ')}`,
  ].filter((says) => says !== false)
  const finding = (state: State) => (says: string) => ({ what: 'settings', state, says }) as const
  return [
    ...misspelt.map(finding('bad')),
    ...warnings.map(finding('warning')),
    ...(misspelt.length === 0 ? [finding('good')('each one makes sense')] : []),
  ]
}

async function databaseOf(
  config: Config,
  moreOfRows: (ask: AskRows) => Promise<Finding[]> = async () => [],
): Promise<Finding[]> {
  async function rowsOf(ask: AskRows): Promise<Finding[]> {
    return [await found('maintenance', () => maintenanceOf(ask)), ...(await moreOfRows(ask))]
  }

  const server = config.databaseUrl ? undefined : await findRunningServer(config.dataDir)
  if (server) {
    server.close()
    return [
      { what: 'database', ...good('a running server has the embedded one open') },
      ...(await rowsOf((verb) => askServer(config.dataDir, verb))),
    ]
  }
  let db: Db
  let close: () => Promise<void>
  try {
    ;({ db, close } = await openAsItIs(config, giveUp))
  } catch (error) {
    const says = error instanceof FolderInUseError ? `DATA_DIR ${error.message}` : failureOf(error).split('\n', 1)[0]
    return [{ what: 'database', state: 'bad', says: says ?? '' }]
  }
  try {
    return [
      await found('database', () => versionOf(db)),
      ...(config.databaseUrl ? await serverOf(db, config.databaseUrl) : []),
      await found('tables', async () => {
        const { done, missing } = await migrationsOf(db)
        if (done.length === 0) return good('none yet; the first start makes them')
        if (missing.length === 0) return good('those of this release')
        return { state: 'warning', says: `${missing.length} migrations are missing; the next start runs them` }
      }),
      await found('encoding', () => lettersOfNames(db)),
      await found('clock', () => clockOf(db)),
      ...((await migrationsOf(db)).missing.length === 0
        ? await rowsOf(({ runOn }) => runOn({ db }, { args: [], options: {} }))
        : []),
    ]
  } finally {
    await close()
  }
}

/** A connection is for one request. */
async function askServer(dataDir: string, { words }: VerbOfRows): Promise<VerbResult> {
  const server = await findRunningServer(dataDir)
  if (!server) throw new Error('the server has stopped')
  try {
    return await server.ask({ verb: words, args: [], options: {} })
  } finally {
    server.close()
  }
}

async function maintenanceOf(ask: AskRows): Promise<Said> {
  const { data, lines } = await ask(maintenanceShow)
  return { state: data === null ? 'good' : 'warning', says: lines.join(' ') }
}

async function versionOf(db: Db): Promise<Said> {
  const { rows } = await sql<{ version: string; number: number; standby: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
      pg_is_in_recovery() as standby`.execute(db)
  const { version = '', number = 0, standby } = rows[0] ?? {}
  if (standby) return { state: 'bad', says: STANDBY }
  if (number >= POSTGRES_LEAST * 10_000) return good(`PostgreSQL ${version} answers`)
  return { state: 'bad', says: `PostgreSQL ${version} is too old: ${POSTGRES_LEAST} or newer is needed` }
}

/** Whether there is a connection pooler, and its pooling mode. */
async function sessionsOf(databaseUrl: string): Promise<Said> {
  const { pooling } = await fitnessOf(databaseUrl)
  if (pooling === 'transactions') return { state: 'bad', says: POOLER_OF_TRANSACTIONS }
  return pooling === 'none'
    ? good('PostgreSQL itself answers')
    : {
        state: 'warning',
        says: 'a pooler answers in place of PostgreSQL; it gives each connection a session of its own',
      }
}

async function serverOf(db: Db, databaseUrl: string): Promise<Finding[]> {
  return [await found('sessions', () => sessionsOf(databaseUrl)), await found('rights', () => rightsOf(db))]
}

/** The program makes its own tables, so it owns its database. More than that helps nobody but a thief of its password. */
async function rightsOf(db: Db): Promise<Said> {
  const { rows } = await sql<{ name: string; rights: number }>`
    select rolname as name, (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)::integer as rights
    from pg_roles where rolname = current_user`.execute(db)
  const { name = '', rights = 0 } = rows[0] ?? {}
  if (rights === 0) return good(`the account ${name} has no right beyond its own tables`)
  return {
    state: 'warning',
    says: `the account ${name} may do more than the program needs: make it one with nosuperuser nocreatedb nocreaterole`,
  }
}

async function lettersOfNames(db: Db): Promise<Said> {
  const encoding = await encodingOf(db)
  return encoding === NEEDED_ENCODING
    ? good(encoding)
    : { state: 'bad', says: `the database is in ${encoding}; it must be in ${NEEDED_ENCODING}` }
}

async function clockOf(db: Db): Promise<Said> {
  const { rows } = await sql<{ there: number }>`select extract(epoch from clock_timestamp())::float8 as there`.execute(
    db,
  )
  const apart = Math.abs(Number(rows[0]?.there) - Date.now() / 1000)
  if (apart <= CLOCK_MAX_SECONDS) return good('the same here and at the database')
  return { state: 'bad', says: `the clocks here and at the database are ${Math.round(apart)} seconds apart` }
}

/** A bucket that can be listed may still be read-only. */
async function writeInto(store: FileStore, dataDir: string): Promise<void> {
  await store.check()
  const name = `check-${randomUUID()}`
  const file = path.join(dataDir, name)
  await writeFile(file, 'written to try the store')
  try {
    await store.put(`${name}/try.txt`, file, 'text/plain')
    await store.removeFolder(name)
  } finally {
    await rm(file, { force: true })
  }
}

async function lettersOf({ smtpUrl, smtpCa }: Config): Promise<Said> {
  if (!smtpUrl) return good('go into the outbox')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const server = createTransport({ url: smtpUrl, ...smtpTls(smtpUrl, smtpCa), ...timeouts })
  try {
    await server.verify()
    return good('the mail server takes them')
  } finally {
    server.close()
  }
}

async function redisOf({ redisUrl, redisCa: ca }: Config): Promise<Said> {
  if (!redisUrl) return good('is not used: one process counts for itself')
  const redis = new Redis(redisUrl, {
    ...{ lazyConnect: true, retryStrategy: () => null, connectTimeout: TIMEOUT_MS },
    ...(ca !== undefined && { tls: { ca } }),
  })
  // `connect` reports the same error.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.ping()
    return good('answers')
  } finally {
    redis.disconnect()
  }
}

async function folderOf({ dataDir }: Config): Promise<Said> {
  return (await isOpenToOthers(dataDir))
    ? { state: 'warning', says: `other users of this machine may look into DATA_DIR: chmod 700 ${dataDir}` }
    : good('no other user of this machine may look into DATA_DIR')
}

async function diskOf({ dataDir }: Config): Promise<Said> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const says = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB are free where DATA_DIR is (${dataDir})`
  return { state: bavail / blocks < DISK_LEAST_SHARE ? 'warning' : 'good', says }
}
