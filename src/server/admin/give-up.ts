import { stackInSources } from '../lib/stack-in-sources'

/** For a database that fails while a command uses it: nothing can be completed then. */
export function giveUp(error: Error): void {
  process.stderr.write(`The database failed: ${stackInSources(error.stack ?? error.message)}\n`)
  process.exit(1)
}
