import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyRows, earlierFilesOf, type Progress, writeBackup } from '../../backup/write-backup'
import { encryptionTo, type End, type Head, readIdentity } from '../../backup/format'
import { readBackup, restoreBackup } from '../../backup/restore-backup'
import type { Config } from '../../config'
import { migrationsOf } from '../../db/migrate'
import { openAsItIs } from '../../db/open-database'
import type { Db } from '../../db/schema'
import { copiedSnapshot, serverSnapshot, type Snapshot, snapshotOn } from '../../db/snapshot'
import { readSecretKey, replaceSecretKey } from '../../lib/secret-key'
import { RELEASE } from '../../lib/release'
import { extendHold, holdRemovals } from '../../media/repository'
import type { FileStore } from '../../storage/file-store'
import { recordInRegister } from '../../modules/audit/repository'
import { openStore } from '../../storage/open-store'
import {
  type VerbResult,
  fileNamed,
  type Input,
  type InstallationVerb,
  type LocalVerb,
  newFile,
  oldFile,
  text,
  VerbError,
} from '../verb'
import { giveUp } from '../installation'
import { findRunningServer, HOLD_EXTENDED_MS, HOLD_SECONDS } from '../server-client'

const SAY_EVERY_MS = 2_000
const STDOUT = '-'
const IDENTITY = {
  flags: '--identity <file>',
  means: 'the private key of an encrypted archive, as age-keygen writes it',
}

/** Commands that back up an installation, and restore it here or elsewhere. */
export const backupVerbs: LocalVerb[] = [
  {
    words: 'backup',
    takes: '<file>',
    summary: 'save all rows and files into one archive, while people go on writing; - is standard output',
    options: [
      {
        flags: '--since <archive>',
        means: 'leave out files that this earlier archive has; both are needed to restore',
      },
      { flags: '--force', means: 'replace the archive if it is there' },
      { flags: '--encrypt-to <key>', means: 'a public key of age (age1…): only its private key reads the archive' },
      { flags: '--without-key', means: 'leave out the key that signs: keep secret-key elsewhere, a start needs it' },
    ],
    async run(config, input, say) {
      if (input.args[0] === STDOUT) return backupToStdout(config, input, say)
      const file = newFile(input.args[0] ?? '', input)
      const since = text(input, 'since')
      if (since !== undefined && path.dirname(fileNamed(since)) !== path.dirname(file)) {
        throw new VerbError('the earlier archive must be in the same folder')
      }
      const earlier = since === undefined ? undefined : await earlierFilesOf(fileNamed(since), `${file}.scratch`)
      return savedResult(file, await save(config, input, { target: file, scratch: `${file}.index`, earlier }, say))
    },
  },
  {
    words: 'verify',
    takes: '<file>',
    summary: 'prove that an archive is whole, without restoring it',
    options: [IDENTITY],
    needsNoData: true,
    async run(_config, input) {
      const file = oldFile(input.args[0] ?? '')
      const identity = await identityOf(input)
      return withScratch(async (scratch) => resultOf(file, await readBackup(file, scratch, {}, identity), 'Whole'))
    },
  },
  {
    words: 'restore',
    takes: '<file>',
    summary: 'bring an archive back, into what the settings name; that must be empty, and no server may run on it',
    options: [IDENTITY],
    async run(config, input, say) {
      await refuseWhileRunning(config)
      const file = oldFile(input.args[0] ?? '')
      const identity = await identityOf(input)
      const { db, close } = await openAsItIs(config, giveUp)
      try {
        const { secretKey, ...restored } = await withScratch(async (scratch) =>
          restoreBackup({
            db,
            store: await openStore(config),
            archive: file,
            identity,
            temporaryFolder: path.dirname(scratch),
            onProgress: progressTo(say),
          }),
        )
        if (secretKey !== undefined && config.secretKey === undefined) await replaceSecretKey(config.dataDir, secretKey)
        return resultOf(file, restored, 'Restored')
      } finally {
        await close()
      }
    },
  },
  {
    words: 'move-to-postgres',
    takes: '<url>',
    summary: 'copy the rows of the embedded database into an empty PostgreSQL; files stay where they are',
    async run(config, { args }, say) {
      const databaseUrl = args[0] ?? ''
      if (config.databaseUrl)
        throw new VerbError('DATABASE_URL is set already: leave it out, so that the embedded database is read')
      if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new VerbError('the address must start with postgres://')
      await refuseWhileRunning(config)
      const from = await openAsItIs(config, giveUp)
      try {
        const to = await openAsItIs({ ...config, databaseUrl }, giveUp)
        try {
          const rows = await copySnapshot(from.db, to.db, say)
          const count = Object.values(rows).reduce((sum, more) => sum + more, 0)
          return {
            data: { rows },
            lines: [`${count} rows are copied. Start the server with DATABASE_URL from now on.`],
          }
        } finally {
          await to.close()
        }
      } finally {
        await from.close()
      }
    },
  },
]

export const backupVerified: InstallationVerb = {
  words: 'backup-verified',
  summary: 'remember that a backup was proved whole just now: /metrics tells when, and an alert rings after two days',
  async runOn({ db }) {
    await recordInRegister(db, 'backup_verified', {})
    return { data: { recorded: true }, lines: ['It is in the register.'] }
  },
}

/** Nothing of the archive lies on this machine's disk but the index of its files, for as long as it is written. */
async function backupToStdout(config: Config, input: Input, say: (line: string) => void): Promise<VerbResult> {
  if (process.stdout.isTTY) throw new VerbError('the archive would go to the terminal: send it to a file or a program')
  if (text(input, 'since') !== undefined)
    throw new VerbError('--since wants a file, in the folder of the earlier archive')
  const made = await withScratch((scratch) => save(config, input, { target: process.stdout, scratch }, say))
  return { ...savedResult(STDOUT, made), hasWrittenStdout: true }
}

async function save(
  config: Config,
  input: Input,
  where: Pick<Parameters<typeof writeBackup>[0], 'target' | 'scratch' | 'earlier'>,
  say: (line: string) => void,
): Promise<Head & End> {
  const recipient = text(input, 'encrypt-to')
  const encrypt = recipient === undefined ? undefined : await encryptionTo(recipient)
  const source = await openBackupSource(config)
  try {
    const secretKey = input.options['without-key'] === true ? undefined : source.secretKey
    return await writeBackup({ ...source, ...where, secretKey, release: RELEASE, encrypt, onProgress: progressTo(say) })
  } finally {
    await source.close()
  }
}

function savedResult(file: string, made: Head & End): VerbResult {
  const result = resultOf(file, made, 'Saved')
  const missing = made.missing.map((id) => `Rows name a file that the store does not have: ${id}`)
  return { ...result, ...(missing.length > 0 && { isBad: true }), lines: [...result.lines, ...missing] }
}

async function identityOf(input: Input): Promise<string | undefined> {
  const file = text(input, 'identity')
  return file === undefined ? undefined : readIdentity(fileNamed(file))
}

async function copySnapshot(from: Db, to: Db, say: (line: string) => void): ReturnType<typeof copyRows> {
  const snapshot = await snapshotOn(from)
  try {
    return await copyRows(snapshot.db, to, progressTo(say))
  } finally {
    await snapshot.close()
  }
}

async function refuseWhileRunning({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  const server = await findRunningServer(dataDir)
  server?.close()
  if (server) throw new VerbError('stop the server first: it has this DATA_DIR open')
}

async function withScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-'))
  try {
    return await work(path.join(folder, 'index'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function resultOf(
  file: string,
  { rows, files, file_bytes, files_elsewhere, missing, sha256, ...head }: Head & End,
  what: 'Saved' | 'Whole' | 'Restored',
): VerbResult {
  const count = Object.values(rows).reduce((sum, more) => sum + more, 0)
  // A restore reads them from there: "in" would suggest that they are missing here.
  const where = what === 'Restored' ? 'from' : 'in'
  const elsewhere = files_elsewhere > 0 ? `, ${files_elsewhere} files ${where} earlier archives` : ''
  return {
    data: {
      file,
      made_at: head.made_at,
      release: head.release,
      rows,
      files,
      file_bytes,
      files_elsewhere,
      missing,
      sha256,
    },
    lines: [
      `${what}: ${count} rows, ${files} files of ${megabytes(file_bytes)} MB${elsewhere}. Made ${head.made_at} by release ${head.release}.`,
    ],
  }
}

function progressTo(say: (line: string) => void): (progress: Progress) => void {
  let saidAt = Date.now()
  return ({ rows, files, bytes }) => {
    if (Date.now() - saidAt < SAY_EVERY_MS) return
    saidAt = Date.now()
    say(`${rows} rows, ${files} files, ${megabytes(bytes)} MB`)
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1)
}

/** The source of a backup. Until `close`, files that its rows reference are not removed. */
interface BackupSource {
  snapshot: Snapshot
  store: FileStore
  /** The key in DATA_DIR, if the settings have none. */
  secretKey: string | undefined
  close(): Promise<void>
}

/** The rows and files of the installation, whether or not a server is running. */
async function openBackupSource(config: Config): Promise<BackupSource> {
  const rows = await openRows(config)
  try {
    return {
      ...rows,
      store: await openStore(config),
      secretKey: config.secretKey === undefined ? await readSecretKey(config.dataDir) : undefined,
    }
  } catch (error) {
    await rows.snapshot.close()
    await rows.close()
    throw error
  }
}

type Rows = Pick<BackupSource, 'snapshot' | 'close'>

async function openRows(config: Config): Promise<Rows> {
  if (config.databaseUrl) return serverRows(config, config.databaseUrl)
  const server = await findRunningServer(config.dataDir)
  if (!server) return stoppedRows(config)
  try {
    return { snapshot: await copiedSnapshot(await server.copy()), close: async () => server.close() }
  } catch (error) {
    server.close()
    throw error
  }
}

async function serverRows(config: Config, databaseUrl: string): Promise<Rows> {
  const { db, close } = await openAsItIs(config, giveUp)
  try {
    const { missing } = await migrationsOf(db)
    if (missing.length > 0) throw new VerbError('the database is of an older release: run `migrate` first')
    const hold = await holdRemovals(db, HOLD_SECONDS)
    const timer = setInterval(() => void extendHold(db, hold, HOLD_SECONDS).catch(() => undefined), HOLD_EXTENDED_MS)
    return {
      snapshot: await serverSnapshot(databaseUrl),
      async close() {
        clearInterval(timer)
        await extendHold(db, hold, 0)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** No other process has the database open, so none removes files. */
async function stoppedRows(config: Config): Promise<Rows> {
  const { db, close } = await openAsItIs(config, giveUp)
  return { snapshot: await snapshotOn(db), close }
}
