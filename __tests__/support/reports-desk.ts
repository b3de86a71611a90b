import { screen, within } from '@testing-library/react'
import type { ClosingReport, PendingReport } from '@contract/reports'
import { aUser } from './factories'
import { openAt } from './render'
import { serve, serveMyMemorials } from './server'

const SLOW = { timeout: 30_000 }

function aReport(differences: Partial<PendingReport> = {}): PendingReport {
  return {
    id: 5,
    memorial_id: 7,
    memorial_name: 'Соколова Анна Петровна',
    reason: 'private',
    text: 'Там наш адрес.',
    email: 'oleg@example.ru',
    created_at: '2030-05-09T12:00:00.000Z',
    ...differences,
  }
}

export const ANNA = aReport()
export const PETR = aReport({
  ...{ id: 6, memorial_id: 8, memorial_name: 'Орлов Пётр', reason: 'other', email: null, text: 'Это не он.' },
  created_at: '2030-05-10T12:00:00.000Z',
})
/** A page that was closed because of the first report. */
export const CLOSED: ClosingReport = {
  ...ANNA,
  closed_at: '2030-06-01T12:00:00.000Z',
  closed_reason: 'Чужой адрес',
}

export const serveReports = (result: PendingReport[]) => serve('get', 'reports/pending', { result })
export const serveClosed = (result: ClosingReport[]) => serve('get', 'reports/closed', { result })

/** Opens a moderator's cabinet. */
export function openCabinet(reports?: PendingReport[]) {
  serveMyMemorials([])
  if (reports) serveReports(reports)
  serve('post', 'reports/5/decide', { id: 5, status: 'closed' })
  serve('post', 'reports/6/decide', { id: 6, status: 'dismissed' })
  return openAt('/profile/words', { as: aUser({ is_moderator: true }) })
}

export const desk = async () => within(await screen.findByRole('region', { name: 'Сообщения о страницах' }, SLOW))
export const button = async (name: string) => (await desk()).findByRole('button', { name })
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
