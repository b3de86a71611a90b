import { PLATE_DEFAULTS } from '@contract/plate'

/**
 * Loads what only some requests need, and draws plates so that their fonts are loaded. Each takes a tenth of a second of
 * the event loop, which would block all requests at the first such one: so it is done before the server listens, while the
 * database thread opens the database.
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
