/**
 * Loads what only some requests need. Each takes a tenth of a second of the event loop, and somebody's first request would hold
 * everybody for so long: so it is done before the server listens, while the thread of its database opens that.
 */
export async function loadAhead(): Promise<void> {
  await import('./media/plates/draw-plate')
  await import('@simplewebauthn/server')
  await import('zip-stream')
}
