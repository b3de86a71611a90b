import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { buildFolder, ROOT } from '../../config/folders'
import { copyEmptyDatabase } from './data-dir'

const START_PATIENCE_MS = 120_000
const UNLESS_TOLD_OTHERWISE = { DEMO_CONTENT: 'off', FFMPEG_PATH: 'off' }

/** The built server as a process of its own. */
export interface ServerProcess {
  url: string
  pid: number
  output(): string
  /** Kills it, like a power cut. */
  kill(): Promise<void>
  /** Asks it to stop; resolves to its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the built server (of another `release`: of the one in that folder) and waits until it is ready. Rejects with its
 * output when it ends before, or takes too long. A DATA_DIR without a database gets the empty one that was made for all
 * tests.
 */
export async function startServerProcess(
  env: Record<string, string>,
  patienceMs = START_PATIENCE_MS,
  release = ROOT,
): Promise<ServerProcess> {
  if (release === ROOT) prepareDatabase(env)
  return startFromNothing(env, patienceMs, release)
}

/** The same, but the server has to create its database itself. */
export async function startFromNothing(
  env: Record<string, string>,
  patienceMs: number,
  release = ROOT,
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawnServer({ PORT: port, ...env }, release)
  const output: string[] = []
  const exited = once(child, 'exit')
  let isReady = false
  await new Promise<void>((resolve, reject) => {
    const impatience = setTimeout(() => {
      reject(new Error(`Not ready in time:\n${output.join('')}`))
      // No one else could end it.
      child.kill('SIGKILL')
    }, patienceMs)
    const listen = (chunk: Buffer) => {
      output.push(chunk.toString())
      // A busy server writes megabytes, and searching them all takes its processor time.
      if (isReady || !output.join('').includes(' is ready at ')) return
      isReady = true
      clearTimeout(impatience)
      resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    void exited.then(() => {
      clearTimeout(impatience)
      reject(new Error(output.join('')))
    })
  })

  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    output: () => output.join(''),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/** Creating a database costs a server four seconds of processor time. */
function prepareDatabase({ DATA_DIR, DATABASE_URL }: Record<string, string>): void {
  const { EMPTY_DATABASE_FOLDER: made } = process.env
  if (!made || !DATA_DIR || DATABASE_URL || existsSync(path.join(DATA_DIR, 'database'))) return
  copyEmptyDatabase(DATA_DIR)
}

/** A start that is expected to fail: what it printed to stderr, and its exit code. */
export async function failedStart(env: Record<string, string>): Promise<{ errors: string; code: number | null }> {
  const child = spawnServer({ PORT: String(await freePort()), ...env })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const impatience = setTimeout(() => child.kill('SIGKILL'), START_PATIENCE_MS)
  await once(child, 'close')
  clearTimeout(impatience)
  return { errors, code: child.exitCode }
}

/** The services suite runs beside another one, whose workers have the same numbers. */
const OTHER_SUITE = process.env.TEST_SERVICES ? 11 : 0
/** Below the system's ephemeral ports, and a thousand for each of jest's workers. */
const FIRST_PORT = 10_000 + 1000 * ((Number(process.env.JEST_WORKER_ID ?? 0) + OTHER_SUITE) % 22)
let portsGiven = process.pid

/** An unused port. The system itself might hand out a port again before its first user listens there. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + (portsGiven++ % 1000)
  const server = createServer().listen(port)
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

/**
 * By default without demo content and ffmpeg. With the flags of the tests themselves: `npm test` compiles WebAssembly for
 * speed of compilation.
 */
function spawnServer(env: Record<string, string>, release = ROOT): ChildProcess {
  const program = path.join(release, path.relative(ROOT, buildFolder('server')), 'main.js')
  return spawn(process.execPath, [...process.execArgv, program], {
    cwd: release,
    env: { ...memorySettings(), PATH: process.env.PATH, NODE_ENV: 'production', ...UNLESS_TOLD_OTHERWISE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The memory settings of an installation, so that measurements match what people get. */
export function memorySettings(): NodeJS.Dict<string> {
  return parseEnv(readFileSync(path.join(ROOT, 'config/memory.env'), 'utf8'))
}
