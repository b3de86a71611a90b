import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Configuration, webpack as Webpack } from 'webpack'
import { type Program, ROOT } from '../folders'
import { markBuiltAt } from './staleness'

/**
 * Builds the named programs for production: that of the browser in a thread of its own beside the others, which take about as
 * long together. Rejects with webpack's own report when one of them fails.
 */
export async function compile(programs: readonly Program[]): Promise<void> {
  const others = programs.filter((program) => program !== 'client')
  if (others.length === programs.length || others.length === 0 || os.availableParallelism() === 1) {
    await compileHere(programs)
    return
  }
  await Promise.all([compileInThread(['client']), compileHere(others)])
}

export async function compileHere(programs: readonly Program[]): Promise<void> {
  // Loaded late: a start that has nothing to build should not pay for loading webpack.
  const { default: webpack } = await import('webpack')
  const { default: configure } = await import('../../webpack.config')
  const configurations = configure().filter(({ name }) => programs.includes(name as Program))
  const startedAt = new Date()
  await run(webpack, configurations)
  // A source saved while the build ran may have come too late for it, and is to count as newer.
  for (const program of programs) markBuiltAt(program, startedAt)
}

function compileInThread(programs: readonly Program[]): Promise<void> {
  return new Promise((resolve, reject) => {
    new Worker(path.join(__dirname, 'compile-in-thread.ts'), {
      workerData: programs,
      execArgv: ['-r', path.join(ROOT, 'config/register.cjs')],
    })
      .once('error', reject)
      .once('exit', resolve)
  })
}

function run(webpack: typeof Webpack, configurations: Configuration[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configurations)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error)
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')))
        else resolve()
      })
    })
  })
}
