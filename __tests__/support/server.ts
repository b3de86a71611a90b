import { getConfig } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import type { AccessRequest } from '@contract/access'
import { ARCHIVE_KINDS, type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import type { Burial } from '@contract/burial'
import { NOT_FOUND } from '@contract/errors'
import { PAGE_SIZE } from '@contract/limits'
import type { Invitation, Keeper, WaitingInvitation } from '@contract/keepers'
import type { Memorial, MemorialCard } from '@contract/memorial'
import type { Memory } from '@contract/memory'
import { API_BASE_PATH, COUNTRIES_PATH } from '@contract/paths'
import type { AccountSession } from '@contract/session'
import type { User } from '@contract/user'
import countries from '../../public/map/countries-50m.json'
import { aMemorialPage, aMemoryPage, aSession } from './factories'
import './worker/quick-handlers'

/**
 * The network, and the only thing that client tests replace. Each verb arranges one circumstance; the latest one about a
 * path wins. A request that no one arranged fails its test (config/jest/client-setup.ts), except for what the cabinet
 * always requests: no memories, stories, proposals, reports, requests and invitations are pending, the trash is empty, this is the only
 * session, letters are sent hourly, no heir is named and no consent is recorded, unless a test says otherwise; for what a
 * memorial always requests: no one was asked about it, it has no stories, no relatives, no reminders, no candles and no proposals; for what the landing page always requests,
 * since a sign-out leads there: no public pages and no promotions; and for the outlines of countries.
 */
export const server = setupServer(
  http.get(address('memories/pending'), () => HttpResponse.json({ result: [], total: 0 })),
  http.get(address('stories/trash/:id'), () => HttpResponse.json({ result: [] })),
  http.get(address('stories/pending'), () => HttpResponse.json({ result: [], total: 0 })),
  http.get(address('memorial/:id/stories'), () => HttpResponse.json({ result: [] })),
  http.get(address('memorial/:id/questions'), () => HttpResponse.json({ result: [] })),
  http.get(address('reports/pending'), () => HttpResponse.json({ result: [] })),
  http.get(address('reports/closed'), () => HttpResponse.json({ result: [] })),
  http.get(address('access-requests/pending'), () => HttpResponse.json({ result: [] })),
  http.get(address('relations/pending'), () => HttpResponse.json({ result: [] })),
  http.get(address('memorial/:id/relations'), () => HttpResponse.json({ result: [] })),
  http.get(address('proposals/pending'), () => HttpResponse.json({ result: [], total: 0 })),
  http.get(address('memorial/:id/proposals'), () => HttpResponse.json({ result: [], total: 0 })),
  http.get(address('memorial/:id/candles'), () => HttpResponse.json({ lit_today: 0, lit_in_all: 0 })),
  http.get(address('memorial/:id/reminder'), () => HttpResponse.json({ is_on: false })),
  http.get(address('users/me/sessions'), () => HttpResponse.json({ result: [aSession()] })),
  http.get(address('users/me/factors'), () => HttpResponse.json({ result: [], recovery_codes_left: 0 })),
  http.get(address('users/me/words-letters'), () => HttpResponse.json({ how_often: 'hourly' })),
  http.get(address('memorial/trash'), () => HttpResponse.json({ result: [] })),
  http.get(address('keepers/invitations'), () => HttpResponse.json({ result: [] })),
  http.get(address('users/me/heir'), () => HttpResponse.json({ email: null, effective_at: null })),
  http.get(address('users/me/consents'), () => HttpResponse.json({ result: [] })),
  http.get(address('memorial/public_memorials'), () => HttpResponse.json(aMemorialPage([], 0))),
  http.get(address('promo/active'), () => HttpResponse.json({ result: [] })),
  http.get(address(COUNTRIES_PATH), () => HttpResponse.json(countries)),
)

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Responds to every call of a method and path with a body. The path is below /api/v1/, or begins with a slash. */
export function serve(method: Method, path: string, body: JsonBodyType, status = 200): void {
  server.use(http[method](address(path), () => answer(status, body)))
}

/** Refuses: `detail` is a code, a sentence or a list of validation issues. */
export function refuse(
  method: Method,
  path: string,
  status: number,
  detail: JsonBodyType = 'CODE_OF_NO_MEANING',
): void {
  serve(method, path, { detail }, status)
}

/** No response: the connection breaks. */
export function disconnect(method: Method, path: string): void {
  server.use(http[method](address(path), () => HttpResponse.error()))
}

const ends: (() => void)[] = []

/** Holds requests until the returned function is called; then the earlier arrangement responds. */
export function hold(method: Method, path: string): () => void {
  let release = () => {}
  const held = new Promise<Response | undefined>((resolve) => {
    release = () => resolve(undefined)
    ends.push(() => resolve(HttpResponse.error()))
  })
  server.use(http[method](address(path), () => held))
  return () => release()
}

/** Breaks held requests: what waits for them would make a later test wait too. */
export function breakHeld(): void {
  for (const end of ends.splice(0)) end()
}

export function serveMe(user: User): void {
  serve('get', 'users/me', user)
}

export function serveSessions(sessions: AccountSession[]): void {
  serve('get', 'users/me/sessions', { result: sessions })
}

/** A page of a public list: cut by offset and limit, never sorted or filtered. */
export function servePublicMemorials(cards: MemorialCard[]): void {
  server.use(
    http.get(address('memorial/public_memorials'), ({ request }) => {
      const { searchParams } = new URL(request.url)
      const offset = Number(searchParams.get('offset') ?? 0)
      const limit = Number(searchParams.get('limit') ?? PAGE_SIZE)
      return HttpResponse.json(aMemorialPage(cards.slice(offset, offset + limit), cards.length))
    }),
  )
}

/** All memorials of the account, or a page if one is requested: cut by offset and limit, never searched. */
export function serveMyMemorials(memorials: Memorial[], { pages = memorials.length } = {}): void {
  const own = memorials.filter(({ role }) => role !== 'keeper')
  const in_all = {
    pages,
    own: own.length,
    own_closed: own.filter(({ public_status }) => !public_status).length,
  }
  server.use(
    http.get(address('memorial/my_memorials'), ({ request }) => {
      const { searchParams } = new URL(request.url)
      if (!searchParams.has('limit')) return HttpResponse.json({ result: memorials })
      const offset = Number(searchParams.get('offset') ?? 0)
      const result = memorials.slice(offset, offset + Number(searchParams.get('limit')))
      return HttpResponse.json({ result, total: memorials.length, in_all })
    }),
  )
}

/** A memorial with a code and nothing else: no burial place, no memories, empty archives. Arrange those after it. */
export function serveMemorial(memorial: Memorial): void {
  serve('get', `memorial/${memorial.id}`, memorial)
  serve('get', `memorial/${memorial.id}/candles`, { lit_today: 0, lit_in_all: memorial.candles })
  serveNoBurial(memorial.id)
  serveMemories(memorial.id, [])
  for (const kind of ARCHIVE_KINDS) serveArchive(kind, memorial.id, [])
  serveQrCode(memorial.id)
  serve('get', `memorial/${memorial.id}/blocked-authors`, { result: [] })
  serveAccessRequests(memorial.id, [])
  for (const resource of ['memories', ...ARCHIVE_KINDS.map((kind) => `${kind}_archive`)]) {
    serve('get', `${resource}/trash/${memorial.id}`, { result: [] })
  }
  serveKeepers(memorial.id, [
    { user_id: memorial.user_id, email: 'owner@example.ru', display_name: null, role: 'owner' },
  ])
}

/** The access requests of a closed page, as its keepers see them. */
export function serveAccessRequests(memorialId: number, result: AccessRequest[], more_waiting = false): void {
  serve('get', `memorial/${memorialId}/access-requests`, { result, more_waiting })
}

/** The keepers, as the owner of the page sees them. */
export function serveKeepers(memorialId: number, result: Keeper[], invitations: Invitation[] = []): void {
  serve('get', `memorial/${memorialId}/keepers`, { result, invitations })
}

/** The invitations that the account may answer. */
export function serveWaitingInvitations(result: WaitingInvitation[]): void {
  serve('get', 'keepers/invitations', { result })
}

/** A picture of four bytes, enough where nothing is drawn. */
export function serveQrCode(memorialId: number): void {
  const beginningOfPng = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
  server.use(
    http.get(address(`memorial/${memorialId}/qrcode`), () =>
      HttpResponse.arrayBuffer(beginningOfPng.buffer, { headers: { 'content-type': 'image/png' } }),
    ),
  )
}

export function serveArchive(kind: ArchiveKind, memorialId: number, items: ArchiveItem[]): void {
  server.use(
    http.get(address(archiveList(kind, memorialId)), ({ request }) => {
      const limit = new URL(request.url).searchParams.get('limit')
      return HttpResponse.json(
        limit ? { result: items.slice(0, Number(limit)), total: items.length } : { result: items },
      )
    }),
  )
}

/** The path of an archive's list below /api/v1/. */
export function archiveList(kind: ArchiveKind, memorialId: number): string {
  return `${archivePaths(kind).list.slice(1)}/${memorialId}`
}

export function serveMemories(memorialId: number, memories: Memory[]): void {
  server.use(
    http.get(address('memories/all'), ({ request }) => {
      const asked = new URL(request.url).searchParams.get('memorial_id')
      return asked === String(memorialId) ? HttpResponse.json(aMemoryPage(memories)) : undefined
    }),
  )
}

export function serveBurial(burial: Burial): void {
  serve('get', `burial/${burial.memorial_id}`, burial)
}

export function serveNoBurial(memorialId: number): void {
  refuse('get', `burial/${memorialId}`, 404, NOT_FOUND)
}

/** Any e-mail and password sign in. Arrange the account with `serveMe`. */
export function acceptLogin(token = 'account-token'): void {
  serve('post', 'auth/login', { access_token: token, token_type: 'bearer' })
}

export function acceptRegistration(user: User): void {
  serve('post', 'auth/register', user, 201)
}

const received: Request[] = []

server.events.on('request:start', ({ request }) => {
  received.push(readOutsideAct(request.clone()))
})

const BODY_READERS = ['arrayBuffer', 'blob', 'formData', 'json', 'text'] as const

let lastRead: Promise<unknown> = Promise.resolve()

/**
 * While a test reads a body the page continues, and React would complain of updates outside of act. Reads run one after
 * another: each restores act when it is done.
 */
function readOutsideAct(request: Request): Request {
  for (const reader of BODY_READERS) {
    const read = request[reader].bind(request) as () => Promise<unknown>
    const value = () => (lastRead = lastRead.catch(() => undefined).then(() => getConfig().asyncWrapper(read)))
    Object.defineProperty(request, reader, { value })
  }
  const clone = request.clone.bind(request)
  return Object.defineProperty(request, 'clone', { value: () => readOutsideAct(clone()) })
}

/** The requests to a path, oldest first. Read a body with `await request.json()`, `.formData()` or `.text()`. */
export function requestsTo(method: Method, path: string): Request[] {
  return received.filter(
    (request) =>
      request.method.toLowerCase() === method && new URL(request.url).pathname === `${API_BASE_PATH}/${path}`,
  )
}

export function forgetRequests(): void {
  received.length = 0
}

function address(path: string): string {
  return path.startsWith('/') ? `*${path}` : `*${API_BASE_PATH}/${path}`
}

function answer(status: number, body: JsonBodyType) {
  return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status })
}
