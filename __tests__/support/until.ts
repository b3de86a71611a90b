import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/** Resolves once a condition holds; a test that waits in vain ends by its own timeout. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(LOOK_EVERY_MS)
}
