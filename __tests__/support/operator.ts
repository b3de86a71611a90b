import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildFolder } from '../../config/folders'
import { memorySettings } from './server-process'

export interface Ended {
  code: number | null
  out: string
  errors: string
}

/** Called before the process ends. */
interface Watcher {
  onStart?: (pid: number) => void
  onErrors?: (text: string) => void
}

/** Runs `pomnim …` as the operator of an installation with these settings. */
export async function pomnim(env: Record<string, string>, ...given: (string | Watcher)[]): Promise<Ended> {
  const words = given.filter((word) => typeof word === 'string')
  const watcher = given.find((word) => typeof word === 'object')
  const program = path.join(buildFolder('server'), 'pomnim.js')
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    env: { ...memorySettings(), PATH: process.env.PATH, DEMO_CONTENT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) watcher?.onStart?.(child.pid)
  const ended: Ended = { code: null, out: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => {
    ended.errors += chunk.toString()
    watcher?.onErrors?.(chunk.toString())
  })
  await once(child, 'close')
  return { ...ended, code: child.exitCode }
}

/** Its output as JSON. Throws its error output if it failed. */
export async function pomnimJson<T>(env: Record<string, string>, ...words: string[]): Promise<T> {
  const { code, out, errors } = await pomnim(env, ...words, '--json')
  if (code !== 0) throw new Error(`pomnim ${words.join(' ')} ended with ${code}: ${errors}`)
  return JSON.parse(out) as T
}
