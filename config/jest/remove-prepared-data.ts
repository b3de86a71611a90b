import { rm } from 'node:fs/promises'
import { endWorker } from '../../__tests__/support/worker/on-worker-end'

const endings: (() => Promise<void>)[] = []

/** Said by a global setup: what it has started ends with the tests. */
export function whenTestsEnd(end: () => Promise<void>): void {
  endings.push(end)
}

/** What a global setup has made for test files to copy, and what it has started. */
export default async function removePreparedData(): Promise<void> {
  // Where jest runs a single file in its own process.
  await endWorker()
  const { EMPTY_DATABASE_FOLDER, DEMO_DATA_FOLDER } = process.env
  for (const folder of [EMPTY_DATABASE_FOLDER, DEMO_DATA_FOLDER]) {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  for (const end of endings.splice(0)) await end()
}
