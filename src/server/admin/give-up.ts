import { stackInSources } from '../lib/stack-in-sources'

/** For a database that fails while a verb works with it: nothing can be finished then. */
export function giveUp(error: Error): void {
  process.stderr.write(`The database failed: ${stackInSources(error.stack ?? error.message)}\n`)
  process.exit(1)
}
