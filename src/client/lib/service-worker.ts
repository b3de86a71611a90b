/** The address of `client/service-worker.ts` as it is built. */
const WORKER = '/service-worker.js'

/**
 * Lets the site open without network. Resolves when all that it needs for that is on the device, which takes one download of
 * the program. Rejects when it cannot be had.
 */
export async function installWorker(): Promise<void> {
  await navigator.serviceWorker.register(WORKER)
  await navigator.serviceWorker.ready
}
