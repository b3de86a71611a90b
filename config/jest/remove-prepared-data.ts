import { rm } from 'node:fs/promises'
import { endWorker } from '../../__tests__/support/worker/on-worker-end'

const endings: (() => Promise<void>)[] = []

/** For global setups: registers what has to be stopped after the tests. */
export function whenTestsEnd(end: () => Promise<void>): void {
  endings.push(end)
}

/** Removes what a global setup made for test files to copy, and stops what it started. */
export default async function removePreparedData(): Promise<void> {
  // Needed where jest runs a single file in its own process.
  await endWorker()
  const { EMPTY_DATABASE_FOLDER, DEMO_DATA_FOLDER } = process.env
  for (const folder of [EMPTY_DATABASE_FOLDER, DEMO_DATA_FOLDER]) {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  for (const end of endings.splice(0)) await end()
}
