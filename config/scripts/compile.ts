import type { Configuration, rspack as Rspack } from '@rspack/core'
import type { Program } from '../folders'
import { markBuiltAt } from './staleness'

/** Builds the named bundles for production, in parallel. Rejects with Rspack's own report when one of them fails. */
export async function compile(programs: readonly Program[]): Promise<void> {
  // Loaded late: a start that has nothing to build should not pay for loading Rspack.
  const { rspack } = await import('@rspack/core')
  const { default: configure } = await import('../../rspack.config')
  const configurations = configure().filter(({ name }) => programs.includes(name as Program))
  const startedAt = new Date()
  await run(rspack, configurations)
  // A source saved during the build may have missed it, and has to count as newer.
  for (const program of programs) markBuiltAt(program, startedAt)
}

function run(rspack: typeof Rspack, configurations: Configuration[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(configurations)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error)
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')))
        else resolve()
      })
    })
  })
}
