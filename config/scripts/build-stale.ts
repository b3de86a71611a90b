import { compile } from './compile'
import { stalePrograms } from './staleness'

buildStale().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/** Builds what is missing or older than its sources. */
async function buildStale(): Promise<void> {
  const stale = stalePrograms()
  if (stale.length === 0) return
  process.stdout.write(`Building ${stale.join(' and ')} (about a minute)…\n`)
  await compile(stale)
}
