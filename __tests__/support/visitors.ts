import { setTimeout as pause } from 'node:timers/promises'
import type { Memorial } from '@contract/memorial'
import type { WrittenMemory } from '@contract/memory'
import { API_BASE_PATH } from '@contract/paths'
import { type Answer, ask } from './ask'
import { memorialForm } from './memorial-form'
import { smallPicture } from './photographs'
import { REMOTE_PASSWORD, type RemoteAccount } from './remote-account'

const VISITORS_OF_EACH_KIND = 2

export const KINDS = [
  'kept list',
  'list',
  'page',
  'photo',
  'words',
  'new page',
  'new page with photo',
  'account',
] as const
export type Kind = (typeof KINDS)[number]

/** The outcome of one request. Times as of `performance.now()`. */
export interface Outcome {
  kind: Kind
  begunAt: number
  endedAt: number
  /** The status, or how the connection failed. */
  result: string
  isFailed: boolean
}

/** What the server has confirmed. */
export interface Confirmed {
  memorials: { id: number; photoPath: string | null }[]
  memories: number[]
  emails: string[]
}

/**
 * Visitors who keep sending requests, whatever the responses. Owners take turns: each may upload a limited number of photos
 * an hour.
 */
export function startVisitors({ url, owners, memorial }: { url: string; owners: RemoteAccount[]; memorial: Memorial }) {
  const outcomes: Outcome[] = []
  const confirmed: Confirmed = { memorials: [], memories: [], emails: [] }
  let isOver = false
  let turns = 0

  const post = async (call: string, body: object | FormData) => {
    const form = body instanceof FormData ? new Response(body) : undefined
    return ask(url + API_BASE_PATH + call, {
      method: 'POST',
      headers: {
        'content-type': form?.headers.get('content-type') ?? 'application/json',
        ...(form && { authorization: `Bearer ${owners[++turns % owners.length]?.token}` }),
      },
      body: form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(JSON.stringify(body)),
    })
  }
  const newPage = async (file?: { bytes: Buffer }) => {
    const answer = await post('/memorial/create', memorialForm({}, file))
    if (answer.status === 201) {
      const { id, photo_path: photoPath } = JSON.parse(String(answer.body)) as Memorial
      confirmed.memorials.push({ id, photoPath })
    }
    return answer
  }

  const requests: Record<Kind, { ask: () => Promise<Answer>; status: number; pauseMs: number }> = {
    'kept list': { ask: () => ask(`${url}${API_BASE_PATH}/memorial/public_memorials`), status: 200, pauseMs: 30 },
    list: {
      ask: () => ask(`${url}${API_BASE_PATH}/memorial/public_memorials?offset=${++turns}`),
      status: 200,
      pauseMs: 30,
    },
    page: { ask: () => ask(`${url}/memorials/${memorial.id}`), status: 200, pauseMs: 50 },
    photo: { ask: () => ask(url + (memorial.photo_path ?? '')), status: 200, pauseMs: 50 },
    words: {
      async ask() {
        const answer = await post('/memories/create', {
          // At most a hundred may be pending for one page.
          memorials_id: (confirmed.memorials.at(-1) ?? memorial).id,
          description: 'Помню его уроки.',
          author: 'Анна',
          author_email: `anna-${++turns}@example.org`,
        })
        if (answer.status === 201) confirmed.memories.push((JSON.parse(String(answer.body)) as WrittenMemory).id)
        return answer
      },
      status: 201,
      pauseMs: 100,
    },
    'new page': { ask: () => newPage(), status: 201, pauseMs: 100 },
    'new page with photo': {
      ask: async () => newPage({ bytes: await smallPicture() }),
      status: 201,
      pauseMs: 200,
    },
    account: {
      async ask() {
        const email = `guest-${++turns}@example.org`
        const answer = await post('/auth/register', { email, password: REMOTE_PASSWORD })
        if (answer.status === 201) confirmed.emails.push(email)
        return answer
      },
      status: 201,
      pauseMs: 500,
    },
  }

  async function visit(kind: Kind): Promise<void> {
    const { ask: askOnce, status, pauseMs } = requests[kind]
    while (!isOver) {
      const begunAt = performance.now()
      const result = await askOnce().then(
        (answer) => String(answer.status),
        (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error),
      )
      outcomes.push({ kind, begunAt, endedAt: performance.now(), result, isFailed: result !== String(status) })
      await pause(pauseMs)
    }
  }
  const visits = KINDS.flatMap((kind) => Array.from({ length: VISITORS_OF_EACH_KIND }, () => visit(kind)))

  return {
    outcomes,
    confirmed,
    async stop() {
      isOver = true
      await Promise.all(visits)
    },
  }
}
