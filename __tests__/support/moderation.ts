import { act, fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { PendingMemory } from '@contract/memory'
import { API_BASE_PATH } from '@contract/paths'
import { UNDO_MS } from '@client/features/moderation/decisions'
import { aUser } from './factories'
import { openAt } from './render'
import { requestsTo, serve, serveMyMemorials, server } from './server'

const STRIP = 'Решения, которые можно отменить'
export const PENDING = 'memories/pending'

/** Serves the pending memories: paged by offset and limit, until a decision about them arrives; never filtered. */
export function servePending(memories: PendingMemory[]): void {
  const decided = new Set<number>()
  server.use(
    http.get(`*${API_BASE_PATH}/${PENDING}`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      const offset = Number(searchParams.get('offset') ?? 0)
      const limit = Number(searchParams.get('limit') ?? MEMORIES_PAGE_SIZE)
      const waiting = memories.filter(({ id }) => !decided.has(id))
      return HttpResponse.json({ result: waiting.slice(offset, offset + limit), total: waiting.length })
    }),
    http.post(`*${API_BASE_PATH}/memories/moderate/:id`, ({ params }) => {
      decided.add(Number(params.id))
      return HttpResponse.json({ id: Number(params.id), status: 'approved' })
    }),
    http.post<never, { decisions: { id: number }[] }>(`*${API_BASE_PATH}/memories/moderate`, async ({ request }) => {
      const ids = (await request.json()).decisions.map(({ id }) => id)
      for (const id of ids) decided.add(id)
      return HttpResponse.json({ result: ids.map((id) => ({ id, outcome: 'decided' })) })
    }),
  )
}

/** Opens the cabinet of an account without memorials. */
export function openPanel(path = '/profile/words') {
  serveMyMemorials([])
  serve('post', 'auth/logout', null, 204)
  return openAt(path, { as: aUser({ is_moderator: true }) })
}

export function panel() {
  return within(screen.getByRole('region', { name: 'Воспоминания на проверке' }))
}

/** The decisions that can still be undone. Throws while there are none. */
export function strip() {
  return within(screen.getByRole('list', { name: STRIP }))
}

/** The texts of the strip, from top to bottom. */
export function stripRows(): string[] {
  const rows = screen.queryByRole('list', { name: STRIP })?.children ?? []
  return Array.from(rows, ({ textContent }) => textContent.replace('Отменить', ''))
}

/** Waits for the card of an author. */
export function card(author: string) {
  return screen.findByRole('article', { name: author })
}

/** Read from the headings: role queries on a page of cards take jsdom seconds. */
export function shownAuthors(): (string | null)[] {
  const region = screen.getByRole('region', { name: 'Воспоминания на проверке' })
  return Array.from(region.querySelectorAll('h3'), ({ textContent }) => textContent)
}

/** Presses a key on the focused element. */
export function press(code: string, more: KeyboardEventInit = {}): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { code, ...more })
}

/** The decisions sent about a memory. */
export async function decisionsAbout(id: number): Promise<unknown[]> {
  return Promise.all(requestsTo('post', `memories/moderate/${id}`).map((request) => request.json() as Promise<unknown>))
}

/** Fakes timers, except those that fetch and msw need. */
export function stopClocks(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'], advanceTimers: true })
}

export async function passUndoTime(): Promise<void> {
  for (let passed = 0; passed <= UNDO_MS; passed += 500) await act(() => jest.advanceTimersByTimeAsync(500))
}
