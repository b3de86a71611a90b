import { mkdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE_PATH } from '@contract/paths'
import { UPLOADS_PATH } from '@contract/upload'
import type { Installation } from '@server/admin/installation'
import { installationVerb } from '@server/admin/verbs'
import { anAdvancedMemorial } from '@support/archives'
import { STORE_ON_DISK } from '@support/buckets'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'
import { partFrom, uploader } from '@support/uploads'

const TOKEN = 'metrics-token-of-this-test'
const LIST = `${API_BASE_PATH}/memorial/public_memorials`

let server: TestApp
let url: string

beforeAll(async () => {
  server = await startTestApp({ METRICS_TOKEN: TOKEN, ...STORE_ON_DISK })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const asked = (authorization?: string) =>
  fetch(`${url}/metrics`, { headers: { ...(authorization && { authorization }) } })
const told = async () => (await asked(`Bearer ${TOKEN}`)).text()

it('is there only for whoever has the token', async () => {
  for (const other of [undefined, TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`]) {
    expect((await asked(other)).status).toBe(404)
  }
  const answer = await asked(`Bearer ${TOKEN}`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
})

it('is not there at all without a token in the settings', async () => {
  const other = await startTestApp()
  const { statusCode } = await other.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } })
  await other.close()
  expect(statusCode).toBe(404)
})

it('counts requests by the pattern of their route, those answered from what is kept too', async () => {
  for (let index = 0; index < 3; index++) await fetch(url + LIST)
  for (const id of [901, 902]) await fetch(`${url}${API_BASE_PATH}/memorial/${id}`)

  const series = (route: string, status: string) =>
    new RegExp(`pomnim_request_seconds_count\\{method="GET",route="${route}",status="${status}"\\} (\\d+)`)
  // A request is counted once its answer has left.
  await until(async () => series(`${API_BASE_PATH}/memorial/:id.*?`, '4xx').exec(await told())?.[1] === '2')
  const text = await told()
  expect(series(LIST, '2xx').exec(text)?.[1]).toBe('3')
  expect(text).toMatch(/^pomnim_kept_answers_total 2$/m)
  expect(text).toMatch(/^pomnim_refused_requests_total\{status="404"\} \d+$/m)
  // As a label, that is: the figures of memory may hold these digits by chance.
  expect(text).not.toMatch(/="[^"]*90[12]/)
})

it('counts parts of files while they come', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  const size = 2_000_000
  const id = await uploader(server, owner.token).begun({ memorialId: memorial.id, kind: 'video', size })
  const coming = async () => /^pomnim_uploads (\d+)$/m.exec(await told())?.[1]
  expect(await coming()).toBe('0')

  const sending = request(`${url}${API_BASE_PATH}${UPLOADS_PATH}/${id}`, {
    method: 'PATCH',
    headers: { ...partFrom(0), authorization: `Bearer ${owner.token}` },
  })
  sending.on('error', () => undefined)
  sending.write('the first bytes')
  await until(async () => (await coming()) === '1')
  sending.destroy()
  await until(async () => (await coming()) === '0')
})

it('names the parts that do not work', async () => {
  const { dataDir } = server
  expect(await told()).toMatch(/^pomnim_degraded\{part="store"\} 0$/m)
  await rm(`${dataDir}/media`, { recursive: true })
  await until(async () => /^pomnim_degraded\{part="store"\} 1$/m.test(await told()))
  await mkdir(`${dataDir}/media`)
  await until(async () => /^pomnim_degraded\{part="store"\} 0$/m.test(await told()))
})

it('tells when a backup was last proved whole, once one was', async () => {
  const verified = async () => /^pomnim_backup_verified_seconds (\S+)$/m.exec(await told())?.[1]
  expect(await verified()).toBeUndefined()
  await installationVerb('backup-verified')?.runOn({ db: server.db } as Installation, { args: [], options: {} })
  expect(Math.abs(Number(await verified()) - Date.now() / 1000)).toBeLessThan(60)
  expect(await server.db.selectFrom('register').select(['kind', 'done_by']).execute()).toEqual([
    { kind: 'backup_verified', done_by: 'operator' },
  ])
})

it('tells what the alerts and the dashboard ask for', async () => {
  const folder = 'config/deploy/prometheus'
  const [alerts, dashboard] = await Promise.all([
    readFile(`${folder}/alerts.yml`, 'utf8'),
    readFile(`${folder}/dashboard.json`, 'utf8'),
  ])
  await installationVerb('backup-verified')?.runOn({ db: server.db } as Installation, { args: [], options: {} })
  const text = await told()
  const names = new Set((alerts + dashboard).match(/\bpomnim_[a-z\d_]+/g))
  expect(names.size).toBeGreaterThan(10)
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  expect(alerts.match(/- alert: /g)).toHaveLength(17)
  expect(JSON.parse(dashboard)).toMatchObject({ title: 'Помним' })
})
