import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { CONSENT_VERSION } from '@contract/consent'
import { API_BASE_PATH } from '@contract/paths'
import type { Attack } from './hostile-others'

/** What the floods are about: an open page and a closed one with a PIN, and who is attacked. */
export interface Flooded {
  open: number
  closed: number
  victim: string
}

export interface FloodRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  bodyFile?: string
}

export interface Flood {
  what: string
  /** How it begins. */
  atOnce: number
  /** In turn; `{n}`, `{ip}` and `{around}` are filled in (hostile-flood.cjs). */
  requestsOf: (flooded: Flooded) => FloodRequest[]
  /** Whom the requests come from, where the proxy believes it. */
  from: string
}

/** More than any queue holds; then so many a second that each of these once stopped the site, which few machines can send. */
const CROWD = 200
const PER_SECOND = 50
/** Any address, or one of one /48. */
const [ANY, AROUND] = ['{ip}', '{around}']

/** Many cheap requests for dear work, or many writes where a few are honest. Files and bodies that never come have tests of their own. */
export const FLOODS: Flood[] = [
  { what: 'books', from: ANY, atOnce: CROWD, requestsOf: ({ open }) => [get(`/memorial/${open}/book`)] },
  {
    what: 'plates',
    from: ANY,
    atOnce: CROWD,
    requestsOf: ({ open }) =>
      ['png', 'pdf'].map((of) => get(`/memorial/${open}/qrcode?plate=true&size_mm=300&format=${of}`)),
  },
  {
    what: 'wrong passwords of one account',
    from: ANY,
    atOnce: CROWD,
    requestsOf: ({ victim }) => [
      {
        method: 'POST',
        path: `${API_BASE_PATH}/auth/login`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `username=${encodeURIComponent(victim)}&password=Wrong-{n}`,
      },
    ],
  },
  {
    what: 'wrong PINs',
    from: ANY,
    atOnce: CROWD,
    requestsOf: ({ closed }) => [post(`/memorial/${closed}/verify-pin`, { pin_code: '4711' })],
  },
  {
    what: 'pages with any number of words and unknown parameters',
    from: ANY,
    atOnce: 30,
    requestsOf: ({ open }) => [
      { method: 'GET', path: `/memorials/${open}?words={n}` },
      { method: 'GET', path: `/memorials/${open}?unknown={n}` },
      get(`/memorial/${open}?unknown={n}`),
      get('/memorial/public_memorials?unknown={n}'),
      { method: 'GET', path: '/nowhere/{n}' },
    ],
  },
  {
    what: 'searches, each for another name',
    from: ANY,
    atOnce: 30,
    requestsOf: () => [get(`/memorial/public_memorials?lastname=${encodeURIComponent('Ёлкина')}{n}&offset={n}`)],
  },
  {
    what: 'registrations from one /48',
    atOnce: CROWD,
    from: AROUND,
    requestsOf: () => [post('/auth/register', { email: 'crowd-{n}@example.org', password: 'Berezka-1945' })],
  },
  {
    what: 'requests to be let in from one /48',
    atOnce: CROWD,
    from: AROUND,
    requestsOf: ({ closed }) => [
      post(`/memorial/${closed}/access-requests`, { name: 'Вера', email: 'crowd-{n}@example.org', text: 'Пустите.' }),
    ],
  },
  {
    what: 'words with somebody’s address from one /48',
    atOnce: CROWD,
    from: AROUND,
    requestsOf: ({ open, victim }) => [
      post('/memories/create', {
        memorials_id: open,
        description: 'Помним. {n}',
        author: 'Соседка',
        author_email: victim,
        consent_version: CONSENT_VERSION,
      }),
    ],
  },
  {
    what: 'letters with a new password',
    from: ANY,
    atOnce: CROWD,
    requestsOf: ({ victim }) => [post('/auth/forgot-password', { email: victim })],
  },
  {
    what: 'challenges for passkeys, and wrong links and tickets',
    from: ANY,
    atOnce: CROWD,
    requestsOf: () => [
      post('/auth/login/passkey/begin', {}),
      post('/auth/not-me', { token: 'x{n}'.padEnd(43, 'x') }),
      post('/memorial/return', { token: 'x{n}'.padEnd(43, 'x') }),
      post('/auth/login/factor', { ticket: 'x{n}'.padEnd(43, 'x'), recovery_code: 'AAAA-BBBB-CCCC' }),
      post('/letters/subscription', { token: 'x{n}'.padEnd(60, 'x') }),
    ],
  },
]

/** Begins to send in a process of its own; resolves when the flood is there. */
export async function startFlood(
  { atOnce, requestsOf }: Flood,
  { port, flooded, headers }: { port: number; flooded: Flooded; headers: Record<string, string> },
): Promise<Attack> {
  const requests = requestsOf(flooded).map((request) => ({ ...request, headers: { ...request.headers, ...headers } }))
  return startSending({ port, atOnce, perSecond: PER_SECOND, requests })
}

/** The same for any requests. */
export async function startSending(plan: {
  port: number
  /** How it begins. */
  atOnce?: number
  perSecond: number
  requests: FloodRequest[]
  first?: number
}): Promise<Attack> {
  const child = fork(path.resolve('__tests__/bench/hostile-flood.cjs'), { execArgv: [] })
  child.send(plan)
  await once(child, 'message')
  return {
    async stop() {
      const told = once(child, 'message') as Promise<[Record<string, number>]>
      child.send('stop')
      const [statuses] = await told
      return statuses
    },
  }
}

function get(path: string): FloodRequest {
  return { method: 'GET', path: API_BASE_PATH + path }
}

function post(path: string, body?: object): FloodRequest {
  return {
    method: 'POST',
    path: API_BASE_PATH + path,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }
}
