/**
 * Loads what only some requests need. Each takes a tenth of a second of the event loop, which would block all requests at the
 * first such one: so it is done before the server listens, while the database thread opens the database.
 */
export async function loadAhead(): Promise<void> {
  await import('@simplewebauthn/server')
  await import('zip-stream')
}
