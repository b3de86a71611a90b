import { setTimeout as pause } from 'node:timers/promises'
import { archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import type { WrittenMemory } from '@contract/memory'
import { API_BASE_PATH } from '@contract/paths'
import { archiveForm, sampleFile } from '@support/archives'
import { type Answer, ask } from '@support/ask'
import { memorialForm } from '@support/memorial-form'
import { drawnPhotograph } from '@support/photographs'
import { REMOTE_PASSWORD, type RemoteAccount } from '@support/remote-account'

export const PIN = '4975'

/** With twelve of them a family sends at most 550 pictures an hour, however quick the machine is; 600 are allowed. */
const STEP_PAUSE_MS = 1100
const PORTRAIT = { width: 1200, height: 1500 }

/** What came of all requests of one kind. */
export interface KindOfRequest {
  count: number
  longestMs: number
  /** How often each other answer came than the expected one. */
  failures: Map<string, number>
}

interface Request {
  method?: string
  /** Path and query. */
  address: string
  token?: string | undefined
  body?: FormData | URLSearchParams | object
  expected?: number
}

export interface MixedLoad {
  kinds: Map<string, KindOfRequest>
  stop(): Promise<void>
}

/**
 * Readers of lists, searches, pages and pictures; people who sign in and out, and who register; and families, each of which
 * makes a page, fills it, has words left and decides on them, closes the page, has it opened by PIN, and deletes it. So the
 * installation holds as much at the end as at the beginning. Each owner has the PIN.
 */
export async function startMixedLoad(parts: {
  url: string
  owners: RemoteAccount[]
  /** A public page with a portrait. */
  memorial: Memorial
}): Promise<MixedLoad> {
  const { url, owners, memorial } = parts
  const kinds = new Map<string, KindOfRequest>()
  let isOver = false
  let turns = 0

  async function request(kind: string, { method, address, token, body, expected = 200 }: Request): Promise<Answer> {
    const form = body && bodyOf(body)
    const begun = performance.now()
    const answered = ask(url + address, {
      method: method ?? (form ? 'POST' : 'GET'),
      headers: { ...form?.headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(form && { body: Buffer.from(await form.content.arrayBuffer()) }),
    })
    const answer = await answered.catch((error: unknown) => ({ status: 0, body: Buffer.from(String(error)) }))
    note(kind, performance.now() - begun, answer.status === expected ? undefined : told(answer))
    return answer
  }

  function note(kind: string, ms: number, failure: string | undefined): void {
    const known = kinds.get(kind) ?? { count: 0, longestMs: 0, failures: new Map<string, number>() }
    kinds.set(kind, known)
    known.count++
    known.longestMs = Math.max(known.longestMs, ms)
    if (failure !== undefined) known.failures.set(failure, (known.failures.get(failure) ?? 0) + 1)
  }

  async function repeat(pauseMs: number, step: () => Promise<unknown>): Promise<void> {
    while (!isOver) {
      await step()
      await pause(pauseMs)
    }
  }

  const read = (kind: string, pauseMs: number, address: () => string) =>
    repeat(pauseMs, () => request(kind, { address: address() }))
  const list = `${API_BASE_PATH}/memorial/public_memorials`
  const surname = () => encodeURIComponent(`Фамилия${++turns % 1000}`)

  const readers = [
    read('list that is kept', 50, () => list),
    read('list', 100, () => `${list}?offset=${++turns % 900}&n=${turns}`),
    read('search', 200, () => `${list}?q=${surname()}`),
    read('screen of a list', 500, () => `/memorials?lastname=${surname()}`),
    read('page', 50, () => `/memorials/${memorial.id}`),
    read('page that is seldom read', 300, () => `/memorials/${1 + (++turns % 900)}`),
    read('facts of a page', 100, () => `${API_BASE_PATH}/memorial/${1 + (++turns % 900)}`),
    read('picture', 50, () => memorial.photo_path ?? ''),
  ]

  const signIns = owners.map(({ email }) =>
    repeat(2000, async () => {
      const body = new URLSearchParams({ username: email, password: REMOTE_PASSWORD })
      const answer = await request('sign-in', { address: `${API_BASE_PATH}/auth/login`, body })
      const token = tokenIn(answer)
      if (!token) return
      await request('profile', { address: `${API_BASE_PATH}/users/me`, token })
      await request('sign-out', { method: 'POST', address: `${API_BASE_PATH}/auth/logout`, token, expected: 204 })
    }),
  )

  const registrations = repeat(3000, () =>
    request('registration', {
      address: `${API_BASE_PATH}/auth/register`,
      body: { email: `guest-${++turns}@example.org`, password: REMOTE_PASSWORD },
      expected: 201,
    }),
  )

  const sound = await sampleFile('sound.mp3')
  const portraits = await Promise.all(
    [0.2, 0.5, 0.8].map((sunAt) => drawnPhotograph(PORTRAIT.width, PORTRAIT.height, sunAt)),
  )

  /** One page from its beginning to its end. */
  async function storePage({ token }: RemoteAccount): Promise<void> {
    const api = (kind: string, address: string, more: Omit<Request, 'address'> = {}) =>
      pause(STEP_PAUSE_MS).then(() => request(kind, { address: API_BASE_PATH + address, ...more }))

    const portrait = portraits[++turns % portraits.length] as Buffer
    const page = memorialForm({ rate_check: 'true' }, { bytes: portrait })
    const made = await api('new page with photo', '/memorial/create', { token, body: page, expected: 201 })
    if (made.status !== 201) return
    const { id } = JSON.parse(String(made.body)) as Memorial
    for (const [kind, bytes] of [
      ['photo', portrait],
      ['audio', sound],
    ] as const) {
      const body = archiveForm(id, bytes)
      await api(`upload of ${kind}`, archivePaths(kind).create, { token, body, expected: 201 })
    }
    const words = {
      memorials_id: id,
      description: 'Помню его уроки.',
      author: 'Анна',
      author_email: `anna-${++turns}@example.org`,
    }
    const left = await api('words', '/memories/create', { body: words, expected: 201 })
    await api('words that wait', `/memories/pending?memorial_id=${id}`, { token })
    if (left.status === 201) {
      const { id: words } = JSON.parse(String(left.body)) as WrittenMemory
      await api('decision', `/memories/moderate/${words}`, { token, body: { decision: 'approved' } })
    }
    await api('words that are read', `/memories/all?memorial_id=${id}`)
    const closed = memorialForm({ public_status: 'false' })
    await api('closing of a page', `/memorial/update/${id}`, { method: 'PATCH', token, body: closed })
    await api('closed page', `/memorial/${id}`, { expected: 403 })
    const opened = await api('opening by PIN', `/memorial/${id}/verify-pin`, { body: { pin_code: PIN } })
    await api('page opened by PIN', `/memorial/${id}`, { token: tokenIn(opened) })
    await api('deletion', `/memorial/delete/${id}`, { method: 'DELETE', token, expected: 204 })
  }

  const families = owners.map((owner) => repeat(0, () => storePage(owner)))
  const all = [...readers, ...signIns, registrations, ...families]

  return {
    kinds,
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** One line for each kind, and one for each unexpected answer. */
export function tellOf(kinds: MixedLoad['kinds']): string {
  return [...kinds]
    .flatMap(([kind, { count, longestMs, failures }]) => [
      `  ${kind}: ${count}, the longest took ${Math.round(longestMs)} ms`,
      ...[...failures].map(([answer, times]) => `    ${times} × ${answer}`),
    ])
    .join('\n')
}

function bodyOf(body: NonNullable<Request['body']>): { content: Response; headers: Record<string, string> } {
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  const content = new Response(isForm ? body : JSON.stringify(body))
  const type = isForm ? (content.headers.get('content-type') ?? '') : 'application/json'
  return { content, headers: { 'content-type': type } }
}

function tokenIn({ status, body }: Answer): string | undefined {
  return status === 200 ? (JSON.parse(String(body)) as { access_token: string }).access_token : undefined
}

const TOLD_MAX = 200

function told({ status, body }: Answer): string {
  return `${status} ${String(body).slice(0, TOLD_MAX)}`
}
