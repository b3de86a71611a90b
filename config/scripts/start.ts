import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildFolder } from '../folders'
import { MEMORY_SETTINGS } from '../memory-settings'
import { compile } from './compile'
import { stalePrograms } from './staleness'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/** Builds what is missing or older than its sources, then serves the built product. */
async function start(): Promise<void> {
  const stale = stalePrograms()
  if (stale.length > 0) {
    process.stdout.write(`Building ${stale.join(' and ')} (about a minute)…\n`)
    await compile(stale)
  }
  serve()
}

function serve(): void {
  const server = spawn(process.execPath, ['--enable-source-maps', path.join(buildFolder('server'), 'main.js')], {
    stdio: 'inherit',
    env: { ...MEMORY_SETTINGS, ...process.env, NODE_ENV: 'production' },
  })
  // The server decides when it is done: a signal is passed on, and its exit is ours.
  for (const signal of STOP_SIGNALS) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
