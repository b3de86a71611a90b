/** The address of `client/service-worker.ts` as it is built. */
const WORKER = '/service-worker.js'

/**
 * Lets the site open without network. Resolves when all that it needs for that is on the device, which takes one download of
 * the program. Rejects when it cannot be had.
 */
export async function installWorker(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register(WORKER)
  await Promise.race([navigator.serviceWorker.ready, ...(installing ? [failureOf(installing)] : [])])
}

/** Rejects when a worker is given up. */
function failureOf(worker: ServiceWorker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('The program could not be kept'))
    })
  })
}
