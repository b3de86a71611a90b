import { existsSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { nearMisses } from './admin/near-misses'
import { type Config, ConfigError, readConfig, withCredentials } from './config'
import { beginEmbeddedDatabase } from './db/embedded/embedded-database'
import { FolderInUseError } from './db/embedded/folder-lock'
import { MigrationError, UnfitDatabaseError } from './db/errors'
import { createLog } from './lib/log'
import { messageOf } from './lib/system-errors'
import { SecretKeyMissing } from './lib/secret-key'
import { stackInSources } from './lib/stack-in-sources'
import { stopTimes } from './plugins/stopping'
import type { Tracing } from './plugins/tracing'
import type { RunningServer } from './start-server'

/**
 * How much the heap may grow before V8 collects garbage. On a machine with much memory V8 lets the heap become four times
 * as large as what is in use: a server under load used 500 MB that way, and uses 370 MB with this, no slower.
 */
const HEAP_GROWING_PERCENT = 40

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** For letters, jobs and the database, after the last request. Then the process ends even if the stop is incomplete. */
const AFTER_REQUESTS_MS = 10_000

main().catch((error: unknown) => {
  process.stderr.write(`Cannot start: ${startFailure(error)}\n`)
  process.exit(1)
})

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`)
  const config = readConfig(withCredentials(process.env))
  const [misspelt] = nearMisses(process.env)
  if (misspelt) throw new ConfigError(misspelt)
  const tracing = await tracingOf(config)
  // The database thread opens it while this one loads the remaining modules: each takes a second or more.
  const embedded = config.databaseUrl
    ? undefined
    : await beginEmbeddedDatabase({ dataDir: config.dataDir, onFailure: giveUp })
  // After tracing has started: it instruments only what is loaded after it.
  const { startServer } = await import('./start-server')
  const server = await startServer(config, {
    embedded: embedded?.opened,
    clientFolder: builtFolder('../client', 'index.html'),
    rendererFolder: builtFolder('../renderer', 'renderer.js'),
    tracing,
    onFailure: giveUp,
  })
  const { noticeMs, stopTimeoutMs } = stopTimes(config)
  const stopWithin = noticeMs + stopTimeoutMs + AFTER_REQUESTS_MS
  let isStopping = false
  // A permanent listener: without any, even for a moment, a second signal would end the process as if it were killed.
  const onStopSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void stop({ server, tracing }, stopWithin)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onStopSignal)
  // Last: a process that reads this line may send a stop signal at once.
  process.stdout.write(server.greeting)
}

/** Undefined without tracing: then none of its code is loaded. */
async function tracingOf({ tracesEndpoint, logLevel }: Config): Promise<Tracing | undefined> {
  if (tracesEndpoint === undefined) return undefined
  const { startTracing } = await import('./plugins/tracing')
  return startTracing({ log: createLog({ level: logLevel }) })
}

/** A folder of the build, if its build is complete: then this file is in it. */
function builtFolder(folder: string, proof: string): string | undefined {
  const built = path.resolve(__dirname, folder)
  return existsSync(path.join(built, proof)) ? built : undefined
}

async function stop(
  { server, tracing }: { server: RunningServer; tracing: Tracing | undefined },
  withinMs: number,
): Promise<void> {
  setTimeout(() => process.exit(1), withinMs).unref()
  await server.stop()
  await tracing?.stop()
  process.exit(0)
}

/** The server cannot work without its database. A service manager can restart it. */
function giveUp(error: Error): void {
  process.stderr.write(`The database failed: ${stackInSources(error.stack ?? error.message)}\n`)
  process.exit(1)
}

const FOR_OPERATOR = [ConfigError, MigrationError, SecretKeyMissing, UnfitDatabaseError]

/** One clear line for what an operator can fix; a stack trace only for bugs. */
function startFailure(error: unknown): string {
  if (FOR_OPERATOR.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof FolderInUseError) return `DATA_DIR ${error.message}`
  const { code, stack, path: file } = error as NodeJS.ErrnoException
  const message = messageOf(error as Error)
  switch (code) {
    case 'EADDRINUSE':
      return 'PORT is in use by another program'
    case 'EACCES':
    case 'EROFS':
    case 'EPERM':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOSPC':
      return file ? `DATA_DIR cannot be written: ${file} (${code})` : message
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case '28P01':
    case '3D000':
      return `DATABASE_URL cannot be reached: ${message}`
    default:
      return stackInSources(stack ?? message)
  }
}
