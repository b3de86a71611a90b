import { PLATE_DEFAULTS } from '@contract/plate'

/**
 * Loads what only some requests need, and draws plates so that their fonts are open. Each takes a tenth of a second of the event
 * loop, and somebody's first request would hold everybody for so long: so it is done before the server listens, while the thread of
 * its database opens that.
 */
export async function loadAhead(): Promise<void> {
  const { drawPlate } = await import('./media/plates/draw-plate')
  const words = { lastname: 'Фамилия', givenNames: 'Имя Отчество', years: '1900 — 2000' }
  for (const format of ['png', 'pdf'] as const) {
    await drawPlate({ ...PLATE_DEFAULTS, format }, { text: 'https://localhost/', words, title: '', author: '' })
  }
  await import('@simplewebauthn/server')
  await import('zip-stream')
}
