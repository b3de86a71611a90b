import { execFileSync, spawn } from 'node:child_process'
import path from 'node:path'

/** As in `npm test`. */
const NODE_OPTIONS = ['--liftoff-only', '--max-semi-space-size=32']
const PROJECTS = ['contract', 'server', 'server-isolated', 'client', 'client-isolated', 'architecture']

interface JestRun {
  folder: string
  args: readonly string[]
  env?: Record<string, string>
  timeoutMs?: number
  /** Shows what jest prints. */
  isLoud?: boolean
}

/** Runs the jest of a checkout with its own settings. On timeout, jest and its children are killed. */
export function runJest({ folder, args, env, timeoutMs, isLoud = false }: JestRun): Promise<'ended' | 'hung'> {
  const output = isLoud ? 'inherit' : 'ignore'
  const child = spawn(process.execPath, [...jestCommand(folder), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    // A process group of its own, so that all its children can be killed with it.
    detached: true,
  })
  const end = () => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }
  const interrupt = () => {
    end()
    process.exit(130)
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)

  return new Promise((resolve, reject) => {
    let result: 'ended' | 'hung' = 'ended'
    const hang = () => {
      result = 'hung'
      end()
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(hang, timeoutMs)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      resolve(result)
    })
  })
}

/** All test files of `npm test`, from the root of the checkout. */
export function listTests(folder: string): string[] {
  const listed = execFileSync(process.execPath, [...jestCommand(folder), '--listTests'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  const files = listed
    .toString()
    .split('\n')
    .filter((line) => path.isAbsolute(line))
  return files.map((file) => path.relative(folder, file)).sort()
}

function jestCommand(folder: string): string[] {
  const jest = path.join(folder, 'node_modules/jest/bin/jest.js')
  return [...NODE_OPTIONS, jest, '--config', 'config/jest/jest.config.js', '--selectProjects', ...PROJECTS]
}
