import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { type Span, startTraceReceiver, type TraceReceiver } from '@support/trace-receiver'
import { until } from '@support/until'

const WRITE_LOADED_MODULES = path.resolve('__tests__/support/write-loaded-modules.cjs')
const SERVER_KIND = 2
const PAGES = [801, 802, 803, 804, 805]
/** The stop itself, and what is granted to the receiver. */
const STOP_WITHIN_MS = 8000
const TEST_MS = 180_000

/** What a person or their browser sends, and what no span may hold. */
const PERSONAL = {
  email: 'zoya@example.org',
  password: 'Ryabina-1938',
  address: '203.0.113.77',
  browser: 'Zoyas-Browser/1.0',
  name: 'Тайнова',
  secret: 'secret-of-a-calendar-0123456789',
  token: 'token-of-an-account',
  host: 'zoyas-host.example',
}
const WORDS_ROUTE = `${API_BASE_PATH}/memories/all`
const THEIR_TRACE = '0af7651916cd43dd8448eb211c80319c'
const HEADERS = {
  host: PERSONAL.host,
  'user-agent': PERSONAL.browser,
  'x-forwarded-for': PERSONAL.address,
  traceparent: `00-${THEIR_TRACE}-b7ad6b7169203331-01`,
  baggage: `name=${PERSONAL.email}`,
}

let folder: string
let receiver: TraceReceiver

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-traces-'))
  receiver = await startTraceReceiver()
})
afterEach(async () => {
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const modulesFile = () => path.join(folder, 'loaded-modules')
const tellingModules = () => ({
  NODE_OPTIONS: `--require ${WRITE_LOADED_MODULES}`,
  LOADED_MODULES_FILE: modulesFile(),
})
const start = (env: Record<string, string> = {}) =>
  startServerProcess({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    STOP_PATIENCE: '1',
    ...tellingModules(),
    ...env,
  })

type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

function asker(server: ServerProcess) {
  const url = (address: string) => server.url.replace('localhost', '127.0.0.1') + address
  return (address: string, { headers, ...init }: Asked = {}) =>
    fetch(url(address), { ...init, headers: { ...HEADERS, ...headers } }).then((answer) => answer.text())
}

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(span?.attributes.map(({ name, value }) => [name, value]) ?? [])

/** The files of OpenTelemetry that a process has loaded, once it has ended. */
async function loadedOfOpenTelemetry(): Promise<string[]> {
  const loaded = await readFile(modulesFile(), 'utf8')
  expect(loaded).toContain(`${path.sep}fastify${path.sep}`)
  return loaded.split('\n').filter((file) => file.includes('opentelemetry'))
}

it(
  'sends the spans of requests and their queries by the pattern of the route, and nothing of a person',
  async () => {
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
    const ask = asker(server)
    await ask(`${API_BASE_PATH}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: PERSONAL.email, password: PERSONAL.password }),
    })
    await ask(`/calendars/${PERSONAL.secret}.ics`)
    await ask(`${API_BASE_PATH}/users/me`, { headers: { authorization: `Bearer ${PERSONAL.token}` } })
    const list = `${API_BASE_PATH}/memorial/public_memorials?lastname=${encodeURIComponent(PERSONAL.name)}`
    for (let times = 0; times < 2; times++) await ask(list)
    await Promise.all(PAGES.map((id) => ask(`${WORDS_ROUTE}?memorial_id=${id}`)))
    await ask(`/${PERSONAL.secret}`)
    await ask('/healthz')
    expect(await server.stop()).toBe(0)

    const spans = receiver.spans()
    const requests = spans.filter(({ kind }) => kind === SERVER_KIND)
    const queriesOf = ({ traceId }: Span) =>
      spans.filter((span) => span.traceId === traceId && 'db.query.text' in attributesOf(span)).map(attributesOf)
    const named = (name: string) => requests.filter((span) => span.name === name)

    expect(requests.map(({ name }) => name).sort()).toEqual(
      [
        'GET /*',
        'GET /calendars/:secret',
        ...PAGES.map(() => `GET ${WORDS_ROUTE}`),
        // The second was answered with what was kept.
        ...[1, 2].map(() => `GET ${API_BASE_PATH}/memorial/public_memorials`),
        `GET ${API_BASE_PATH}/users/me`,
        `POST ${API_BASE_PATH}/auth/login`,
      ].sort(),
    )
    const [login] = named(`POST ${API_BASE_PATH}/auth/login`)
    expect(attributesOf(login)).toEqual({
      'http.request.method': 'POST',
      'http.route': `${API_BASE_PATH}/auth/login`,
      'http.response.status_code': 400,
    })
    expect(queriesOf(login as Span)).toContainEqual({
      'db.system.name': 'postgresql',
      'db.namespace': expect.any(String) as string,
      'db.operation.name': 'SELECT',
      'db.query.text': expect.stringMatching(/^select .* from "users" where "email_key" = \$1/) as string,
    })
    // Requests that come at once share a connection, and each still has its own query.
    for (const request of named(`GET ${WORDS_ROUTE}`)) {
      const asked = queriesOf(request).map((query) => query['db.query.text'])
      expect(asked).toEqual([expect.stringContaining('from "memorials"')])
    }

    expect(receiver.resource().get('service.name')).toBe('pomnim')
    for (const personal of [...Object.values(PERSONAL), encodeURIComponent(PERSONAL.name), THEIR_TRACE]) {
      expect(receiver.received()).not.toContain(personal)
    }
    expect(await loadedOfOpenTelemetry()).not.toEqual([])
  },
  TEST_MS,
)

it(
  'serves, complains and stops in time while the receiver of traces is silent',
  async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    })
    const ask = asker(server)
    const list = `${API_BASE_PATH}/memorial/public_memorials`
    expect(await ask(list)).toContain('"total":0')
    await until(() => server.output().includes('traces are not taken'))

    await ask(list)
    const begun = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - begun).toBeLessThan(STOP_WITHIN_MS)
    silent.closeAllConnections()
    silent.close()
  },
  TEST_MS,
)

it(
  'loads nothing of it without the setting',
  async () => {
    const server = await start()
    await asker(server)('/')
    await server.stop()
    expect(await loadedOfOpenTelemetry()).toEqual([])
  },
  TEST_MS,
)
