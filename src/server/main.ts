import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from './config'
import { FolderInUseError } from './db/embedded/folder-lock'
import { type RunningServer, startServer } from './start-server'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** How long a stop may take before the process ends all the same. */
const STOP_PATIENCE_MS = 10_000

main().catch((error: unknown) => {
  process.stderr.write(`Cannot start: ${startFailure(error)}\n`)
  process.exit(1)
})

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const server = await startServer(config, { clientFolder: builtClient(), onFailure: giveUp })
  for (const signal of STOP_SIGNALS) process.once(signal, () => void stop(server))
  // Last: whoever reads it may ask to stop at once.
  process.stdout.write(server.greeting)
}

function builtClient(): string | undefined {
  const folder = path.resolve(__dirname, '../client')
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined
}

async function stop(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref()
  await server.stop()
  process.exit(0)
}

/** Without its database the program is of no use; what runs it can start it anew. */
function giveUp(error: Error): void {
  process.stderr.write(`The database failed: ${error.stack ?? error.message}\n`)
  process.exit(1)
}

/** One clear line for what an operator can mend; the stack only for what is a bug. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FolderInUseError) return `DATA_DIR ${error.message}`
  const { code, message, stack, path: file } = error as NodeJS.ErrnoException
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
      return stack ?? message
  }
}
