import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const FOLDER = 'config/deploy/prometheus'
const RULES = path.resolve(FOLDER, 'alerts.yml')
const promtool = async (...args: string[]) => (await promisify(execFile)('promtool', args)).stdout

const GB = 1024 ** 3
const MB = 1024 ** 2
const WORKS = 'pomnim_request_seconds_count{status="2xx"}'
const FAILS = 'pomnim_request_seconds_count{status="5xx"}'
const waits = (seconds: string) => `pomnim_request_seconds_bucket{method="GET",route="/",le="${seconds}"}`
/** As promtool writes it: a value each minute for three hours. */
const always = (value: number) => `${value}x180`
const growing = (byMinute: number) => `0+${byMinute}x180`
const SECONDS_OF_MINUTE = 60
const DAY_SECONDS = 24 * 60 * 60

type Series = Record<string, string>

/** A site that is well: what each alert looks at. */
const CALM: Series = {
  'up{job="pomnim"}': always(1),
  pomnim_process_start_time_seconds: always(0),
  [WORKS]: growing(1000),
  [FAILS]: growing(19),
  [waits('1')]: growing(96),
  [waits('2.5')]: growing(100),
  [waits('+Inf')]: growing(100),
  pomnim_nodejs_eventloop_lag_p99_seconds: always(0.4),
  'pomnim_pool_connections{state="waiting"}': always(10),
  'pomnim_letters{state="due"}': always(20),
  'pomnim_letters_held{ceiling="page"}': always(0),
  pomnim_destruction_waits: always(0),
  pomnim_maintenance: always(0),
  pomnim_jobs_failed: always(0),
  'pomnim_degraded{part="mail"}': always(0),
  'pomnim_degraded{part="disk"}': always(1),
  pomnim_backup_verified_seconds: growing(SECONDS_OF_MINUTE),
  pomnim_files_damaged: always(0),
  pomnim_removals_due: always(100),
  'pomnim_disk_bytes{state="free"}': always(3 * GB),
  'pomnim_disk_bytes{state="total"}': always(40 * GB),
  pomnim_process_resident_memory_bytes: always(1300 * MB),
  'pomnim_search_people{state="listed"}': always(2_000_000),
}

/** The trouble that each alert is for: what differs from a site that is well. */
const TROUBLES: Record<string, Series> = {
  PomnimDown: { 'up{job="pomnim"}': always(0) },
  PomnimRestartsAgainAndAgain: { pomnim_process_start_time_seconds: growing(SECONDS_OF_MINUTE) },
  PomnimFails: { [FAILS]: growing(21) },
  PomnimSlow: { [waits('1')]: growing(94) },
  PomnimEventLoopHeld: { pomnim_nodejs_eventloop_lag_p99_seconds: always(0.6) },
  PomnimPoolExhausted: { 'pomnim_pool_connections{state="waiting"}': always(11) },
  PomnimLettersWait: { 'pomnim_letters{state="due"}': always(21) },
  PomnimLettersHeld: { 'pomnim_letters_held{ceiling="page"}': always(1) },
  PomnimClockLeapt: { pomnim_destruction_waits: always(1) },
  PomnimMaintenanceForgotten: { pomnim_maintenance: always(1), [FAILS]: growing(1000) },
  PomnimJobFails: { pomnim_jobs_failed: always(1) },
  PomnimDegraded: { 'pomnim_degraded{part="mail"}': always(1) },
  PomnimBackupMissing: { pomnim_backup_verified_seconds: always(-2 * DAY_SECONDS) },
  PomnimFileDamaged: { pomnim_files_damaged: always(1) },
  PomnimRemovalsWait: { pomnim_removals_due: always(101) },
  PomnimDiskNearlyFull: { 'pomnim_disk_bytes{state="free"}': always(2.7 * GB) },
  PomnimMemoryGrows: { 'pomnim_search_people{state="listed"}': always(1_500_000) },
}

it.each(['README.md', 'README.en.md'])('says in %s of each alert what to do', async (page) => {
  const sections = (await readFile(`${FOLDER}/${page}`, 'utf8')).matchAll(/^## (.+)$/gm)
  expect([...sections].map(([, name]) => name).sort()).toEqual(Object.keys(TROUBLES).sort())
})

const isThere = () => spawnSync('promtool', ['--version']).error === undefined
const withPromtool = process.env.PROMTOOL_REQUIRED === 'true' || isThere() ? describe : describe.skip

withPromtool('what Prometheus is given', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-alerts-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('has an alert for each trouble, which rings then and is silent while all is well', async () => {
    const alerts = (await readFile(RULES, 'utf8')).matchAll(/- alert: (\w+)/g)
    expect([...alerts].map(([, name]) => name).sort()).toEqual(Object.keys(TROUBLES).sort())

    // JSON is YAML too.
    const file = path.join(folder, 'alerts.json')
    const rings = (labels: string[]) => [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '3h',
        exp_samples: labels.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ]
    const tests = [
      { name: 'calm', series: CALM, promql_expr_test: rings([]) },
      ...Object.entries(TROUBLES).map(([name, trouble]) => ({
        name,
        series: { ...CALM, ...trouble },
        promql_expr_test: rings([name]),
      })),
    ].map(({ series, ...test }) => ({
      ...test,
      interval: '1m',
      input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    }))
    await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))

    expect(await promtool('test', 'rules', file)).toContain('SUCCESS')
  })

  it('has a dashboard whose queries can be computed', async () => {
    const { panels } = JSON.parse(await readFile(`${FOLDER}/dashboard.json`, 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    // What Grafana puts in its place.
    const queries = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m'))
    expect(queries.length).toBeGreaterThan(10)
    const rules = queries.map((expr, nth) => ({ record: `query:${nth}`, expr }))
    const file = path.join(folder, 'dashboard.json')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))

    expect(await promtool('check', 'rules', file)).toContain(`${queries.length} rules found`)
  })
})
