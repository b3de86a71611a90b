/** The URL of `client/offline/service-worker.ts` as built. */
const WORKER = '/service-worker.js'

/**
 * Enables offline use of the site. Resolves when everything needed is on the device, which takes one download of the
 * bundle. Rejects when the installation fails.
 */
export async function installWorker(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register(WORKER)
  await Promise.race([navigator.serviceWorker.ready, ...(installing ? [failureOf(installing)] : [])])
}

/** Rejects when a worker becomes redundant. */
function failureOf(worker: ServiceWorker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('The program could not be kept'))
    })
  })
}
