import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { moscowDay } from '@contract/days'
import { CONSENT_VERSION, VOICE_CONSENT_VERSION } from '@contract/consent'
import { API_BASE_PATH } from '@contract/paths'
import { openAccount, type RemoteAccount, signIn } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { sendUnfinishedBodies } from '@support/unfinished-bodies'
import { until } from '@support/until'
import { type FloodRequest, startSending } from './hostile-floods'
import { holdsInto } from './hostile-holds'
import { type Attack, expectNobodyWaits, startVisitors, VISITOR_ADDRESSES, type Visitors } from './hostile-others'
import {
  HOURS,
  linkOf,
  LINKS,
  longWav,
  makeLongHistory,
  PAGES,
  PROPOSALS_OF_PAGE,
  REVISIONS,
  STORIES,
} from './hostile-stories-scene'

/** The worst that strangers and keepers can do with voices, questions, stories, proposals and the history of a page. */

const TIMEOUT_MS = 600_000
const EMAIL = 'family@example.org'
const AT_ONCE = 4
/** Of ten megabytes: what a line of a gigabit brings. */
const RECORDINGS_PER_SECOND = 12
const RECORDINGS = 30
const STRANGERS_OF_REQUEST = 20
const NAME_BYTES = 80 * 1024
const BODIES = 2100
/** PICTURE_MAX_PIXELS is 50 million. */
const BOMB_SIDE_PIXELS = 7000

let folder: string
let holds: string
let port: number
let server: ServerProcess
let owner: RemoteAccount
let visitors: Visitors
let page: number
let revisions: number[]
let addresses = 0

async function start(): Promise<void> {
  server = await startServerProcess({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUST_PROXY: '1',
    NEW_ACCOUNT_MEMORIALS: String(2 * PAGES),
    // It makes none itself beside a database with accounts.
    SECRET_KEY: 'k'.repeat(32),
    ...holdsInto(holds),
  })
  server = { ...server, url: `http://127.0.0.1:${port}` }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-stories-'))
  holds = path.join(folder, 'holds')
  port = await freePort()
  await start()
  owner = await openAccount(server, folder, EMAIL)
  const make = async () => (await owner.createMemorial({ public_status: 'true', biography: 'Начало.' })).id
  page = await make()
  const others: number[] = []
  while (others.length < PAGES) others.push(await make())
  await change('Потом.')
  await server.stop()
  revisions = await makeLongHistory({ folder, email: EMAIL, page, others })
  await start()
  owner = await signIn(server, EMAIL)
  const visit = (kind: string, at: string, address: string) => {
    const headers = { 'x-forwarded-for': address }
    return { kind, method: 'GET', path: at, headers }
  }
  visitors = startVisitors(port, [
    VISITOR_ADDRESSES.flatMap((address) => [
      visit('page', `/memorials/${others[0]}`, address),
      visit('API', `${API_BASE_PATH}/memorial/${others[0]}`, address),
    ]),
  ])
}, TIMEOUT_MS)
afterAll(async () => {
  visitors.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function change(biography: string): Promise<number> {
  const body = new FormData()
  body.append('biography', biography)
  return (await owner.fetch(`/memorial/update/${page}`, { method: 'PATCH', body })).status
}

const get = async (at: string) => consumed(await owner.fetch(at, { headers: fromSomewhere() }))
const post = async (at: string, body: object, method = 'POST') =>
  consumed(
    await owner.fetch(at, {
      method,
      headers: { 'content-type': 'application/json', ...fromSomewhere() },
      body: JSON.stringify(body),
    }),
  )
const formOf = (fields: Record<string, string>, files: [name: string, bytes: Uint8Array][] = []) => {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  for (const [name, bytes] of files) form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), `${name}.bin`)
  return form
}
const send = async (at: string, ...parts: Parameters<typeof formOf>) => {
  const sent = { method: 'POST', headers: fromSomewhere(), body: formOf(...parts) }
  return consumed(await fetch(`${server.url}${API_BASE_PATH}${at}`, sent))
}

async function consumed(answer: Response): Promise<string> {
  await answer.arrayBuffer()
  return String(answer.status)
}

/** Each from another address, so that no limit of one hides the work. */
function fromSomewhere(): Record<string, string> {
  addresses++
  return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

/** Some at a time, one after another, until it is stopped. */
function again(request: (nth: number) => Promise<string>, atOnce: number): Promise<Attack> {
  const statuses: Record<string, number> = {}
  let isOver = false
  let nth = 0
  const one = async () => {
    while (!isOver) {
      const status = await request(nth++)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, one))
  return Promise.resolve({
    async stop() {
      isOver = true
      await all
      return statuses
    },
  })
}

const longName = () => 'я'.repeat(NAME_BYTES / 2)
const LONG_NAMES = [
  () =>
    send(`/memorial/${page}/proposals`, { field: 'name', value: 'Павел', author: longName(), author_email: 'a@b.org' }),
  () => send('/questions/answer', { token: linkOf(0), text: 'Он пел.', author: longName(), relation: longName() }),
  () =>
    post(`/memorial/${page}/questions`, { text: 'Что он пел?', to: [{ email: 'a@example.org', name: longName() }] }),
  () => post('/users/me', { display_name: longName() }, 'PATCH'),
  () => post('/questions/open', { token: longName() }),
  () => post('/stories/own', { own_token: longName() }),
]

const ofWords = () => ({
  memorials_id: String(page),
  description: '',
  author: 'Вера',
  author_email: `vera-${++addresses}@example.org`,
  consent_version: CONSENT_VERSION,
  voice_consent: VOICE_CONSENT_VERSION,
})

let bomb: Buffer
beforeAll(async () => {
  const white = { width: BOMB_SIDE_PIXELS, height: BOMB_SIDE_PIXELS, channels: 3, background: 'white' } as const
  bomb = await sharp({ create: white }).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer()
}, TIMEOUT_MS)

/** What it is, the statuses that may come, the request, and how many at a time. */
const ATTACKS: [what: string, expected: string[], request: (nth: number) => Promise<string>, atOnce?: number][] = [
  [
    `a history of ${REVISIONS} revisions is listed`,
    ['200', '429'],
    (nth) => get(`/memorial/${page}/history?limit=100&offset=${(nth % 100) * 100}`),
  ],
  [
    `a day of ${REVISIONS} changes is restored`,
    ['200'],
    () => post(`/memorial/${page}/history/restore-day`, { day: moscowDay() }),
  ],
  [
    'former words are restored again and again',
    ['200', '409'],
    async (nth) => {
      if (nth % 2) await change(`Снова ${nth}.`)
      return post(`/memorial/${page}/history/${revisions[nth % 2]}/restore`, {})
    },
  ],
  [
    `${PAGES * PROPOSALS_OF_PAGE} proposals are listed`,
    ['200', '429'],
    (nth) => get(`/proposals/pending?limit=100&offset=${(nth % 100) * 100}`),
  ],
  [`${STORIES} stories are read`, ['200', '429'], () => get(`/memorial/${page}/stories`)],
  [
    `the page of ${STORIES} stories is read`,
    ['200', '503'],
    async () => consumed(await fetch(`${server.url}/memorials/${page}`, { headers: fromSomewhere() })),
  ],
  [
    'questions go to strangers',
    ['201', '429'],
    () =>
      post(`/memorial/${page}/questions`, {
        text: 'Что он пел?',
        to: Array.from({ length: STRANGERS_OF_REQUEST }, () => ({
          email: `s-${++addresses}@example.org`,
          name: 'Зоя',
        })),
      }),
  ],
  [
    'names have 80 KB',
    ['413', '422', '404'],
    (nth) => (LONG_NAMES[nth % LONG_NAMES.length] as () => Promise<string>)(),
  ],
  [
    'answers have five photographs of 49 megapixels',
    ['201', '413', '422', '429', '503'],
    (nth) =>
      send(
        '/questions/answer',
        { token: linkOf(nth % LINKS), text: 'Он пел.', author: 'Зоя' },
        Array.from({ length: 5 }, () => ['photo', bomb] as [string, Uint8Array]),
      ),
    1,
  ],
]

it.each(ATTACKS)(
  'answers everybody else while %s',
  async (what, expected, request, atOnce = AT_ONCE) => {
    const statuses = await expectNobodyWaits({
      what,
      server: { pid: server.pid, holds },
      visitors,
      attack: () => again(request, atOnce),
    })
    const others = statuses.flatMap((each) => Object.keys(each)).filter((status) => !expected.includes(status))
    expect(others).toEqual([])
  },
  TIMEOUT_MS,
)

it(
  `answers everybody else while recordings of ${HOURS} hours are sent`,
  async () => {
    const requests: FloodRequest[] = []
    const recording = longWav()
    // Each with an e-mail of its own, so that no limit of one hides the work.
    while (requests.length < RECORDINGS) {
      const form = new Response(formOf(ofWords(), [['voice', recording]]))
      const bodyFile = path.join(folder, `recording-${requests.length}`)
      await writeFile(bodyFile, Buffer.from(await form.arrayBuffer()))
      const headers = { 'content-type': form.headers.get('content-type') ?? '', 'x-forwarded-for': '{ip}' }
      requests.push({ method: 'POST', path: `${API_BASE_PATH}/memories/create`, headers, bodyFile })
    }
    const statuses = await expectNobodyWaits({
      what: `recordings of ${HOURS} hours are sent`,
      server: { pid: server.pid, holds },
      visitors,
      attack: () => startSending({ port, perSecond: RECORDINGS_PER_SECOND, requests }),
    })
    const others = statuses.flatMap((each) => Object.keys(each)).filter((status) => status !== '422')
    expect(others).toEqual([])
  },
  TIMEOUT_MS,
)

it.each([
  ['words', '/memories/create'],
  ['answers', '/questions/answer'],
  ['voices in parts', '/voices/never'],
])(
  `answers everybody else while one address sends ${BODIES} %s whose bodies never end`,
  (what, target) =>
    expectNobodyWaits({
      what: `${what} that never end`,
      server: { pid: server.pid, holds },
      visitors,
      async attack() {
        const more = {
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': '10000000',
          'x-forwarded-for': '192.0.2.7',
        }
        const attack = await sendUnfinishedBodies(port, BODIES, API_BASE_PATH + target, more)
        await until(() => attack.begun() >= BODIES)
        return { stop: () => Promise.resolve((attack.stop(), { begun: attack.begun() })) }
      },
    }),
  TIMEOUT_MS,
)

it(
  'takes of one visitor twenty unfinished recordings an hour, and no byte of one that is too long',
  async () => {
    const begin = async (size: number, from: Record<string, string>) => {
      const metadata = `memorial_id ${Buffer.from(String(page)).toString('base64')}`
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': metadata, ...from }
      return consumed(await fetch(`${server.url}${API_BASE_PATH}/voices`, { method: 'POST', headers }))
    }
    const one = { 'x-forwarded-for': '198.51.100.9' }
    const statuses: Record<string, number> = {}
    for (let nth = 0; nth < 100; nth++) {
      const status = await begin(10 * 1024 ** 2, one)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(statuses).toEqual({ 201: 20, 429: 80 })
    expect(await begin(130 * 1024 ** 2, fromSomewhere())).toBe('413')
  },
  TIMEOUT_MS,
)
