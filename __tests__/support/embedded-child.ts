import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'

/** The built bundle of the thread. */
export const WORKER_FILE = path.resolve(process.env.DATABASE_WORKER_FILE ?? 'dist/server/database-worker.js')

const SOURCES = path.resolve('src/server/db/embedded')

export function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'embedded-test-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** The embedded database's modules as plain JavaScript, for processes of their own that a test can kill. */
export function compileEmbedded(): string {
  const folder = makeFolder()
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023, esModuleInterop: true }
  for (const file of readdirSync(SOURCES)) {
    const source = readFileSync(path.join(SOURCES, file), 'utf8')
    writeFileSync(
      path.join(folder, file.replace(/\.ts$/, '.js')),
      transpileModule(source, { compilerOptions }).outputText,
    )
  }
  return folder
}

let programs = 0

/** Starts `program`, which may require the compiled modules of `folder` by './name'. */
export function startChild(folder: string, program: string): ChildProcess {
  // A file of its own: another child may still be reading the previous one.
  const file = path.join(folder, `program-${++programs}.js`)
  writeFileSync(file, program)
  return fork(file, { env: { ...process.env, NODE_PATH: path.resolve('node_modules') } })
}

export async function ask<T>(child: ChildProcess, question: string): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>
  child.send(question)
  return (await answer)[0]
}

/** Like a power cut for the process: no handler runs. */
export async function killAtOnce(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
