import { setTimeout as pause } from 'node:timers/promises'
import { type FaultyInstallation, openedPage, startFaultyInstallation } from '@support/faulty-installation'
import { until } from '@support/until'
import { type Confirmed, type Kind, KINDS, type Outcome, startVisitors } from '@support/visitors'

const RECOVERY_MAX_MS = 10_000
const CALM_MS = 3000
const OUTAGE_MS = 10_000
const WATCHED_AFTER_MS = 15_000
const HOUR_MS = 3_600_000
const LETTERS_PATIENCE_MS = 60_000
const WORDS_SHOWN = 10
const OWNERS = 4
const FAULT_TIMEOUT_MS = 180_000

interface Fault {
  name: string
  /** What may fail while it lasts. Whatever else is asked is answered as always. */
  harms: readonly Kind[]
  strike: (installation: FaultyInstallation) => unknown
  lastsMs?: number
  mend?: (installation: FaultyInstallation) => unknown
}

const NEEDS_STORE: Kind[] = ['photo', 'new page with photo']

let installation: FaultyInstallation
let visitors: ReturnType<typeof startVisitors>

const FAULTS: Fault[] = [
  {
    name: 'a process is killed',
    harms: KINDS,
    strike: ({ restart }) => restart(0, 'kill'),
  },
  {
    name: 'each process is stopped and started again, one after the other',
    harms: [],
    async strike({ restart }) {
      await restart(0, 'stop')
      await restart(1, 'stop')
    },
  },
  {
    name: 'PostgreSQL is restarted (fast)',
    harms: KINDS,
    strike: ({ postgres }) => postgres.goAway('fast'),
    lastsMs: 2000,
    mend: ({ postgres }) => postgres.comeBack(),
  },
  {
    name: 'PostgreSQL is restarted (immediate)',
    harms: KINDS,
    strike: ({ postgres }) => postgres.goAway('immediate'),
    lastsMs: 2000,
    mend: ({ postgres }) => postgres.comeBack(),
  },
  {
    name: 'packets to PostgreSQL are swallowed',
    harms: KINDS,
    strike: ({ lines }) => lines.database.fallSilent(),
    lastsMs: OUTAGE_MS,
    mend: ({ lines }) => lines.database.mend(),
  },
  {
    name: 'Redis is gone',
    harms: [],
    strike: ({ lines }) => lines.redis.cut(),
    lastsMs: OUTAGE_MS,
    mend: ({ lines }) => lines.redis.mend(),
  },
  {
    name: 'Redis hangs',
    harms: [],
    strike: ({ redis }) => redis.hang(),
    lastsMs: OUTAGE_MS,
    mend: ({ redis }) => redis.goOn(),
  },
  {
    name: 'the store refuses',
    harms: NEEDS_STORE,
    strike: ({ lines }) => lines.store.cut(),
    lastsMs: OUTAGE_MS,
    mend: ({ lines }) => lines.store.mend(),
  },
  {
    name: 'the store hangs',
    harms: NEEDS_STORE,
    strike: ({ lines }) => lines.store.fallSilent(),
    lastsMs: OUTAGE_MS,
    mend: ({ lines }) => lines.store.mend(),
  },
  {
    name: 'the mail server refuses',
    harms: [],
    strike: ({ lines }) => lines.mail.cut(),
    lastsMs: OUTAGE_MS,
    mend: ({ lines }) => lines.mail.mend(),
  },
  {
    name: 'the mail server is silent',
    harms: [],
    strike: ({ lines }) => lines.mail.fallSilent(),
    lastsMs: OUTAGE_MS,
    mend: ({ lines }) => lines.mail.mend(),
  },
  {
    name: 'the disk is full',
    harms: ['new page with photo'],
    strike: ({ disk }) => disk.fill(),
    lastsMs: OUTAGE_MS,
    mend: ({ disk }) => disk.empty(),
  },
  {
    name: 'the clock of one process is two hours ahead',
    harms: [],
    strike: ({ restart, clockAhead }) => restart(1, 'stop', clockAhead(2 * HOUR_MS)),
    lastsMs: OUTAGE_MS,
    mend: ({ restart }) => restart(1, 'stop'),
  },
]

beforeAll(async () => {
  installation = await startFaultyInstallation()
  visitors = startVisitors(await openedPage(installation, { owners: OWNERS }))
  await pause(CALM_MS)
}, FAULT_TIMEOUT_MS)

afterAll(async () => {
  await visitors.stop()
  await installation.stop()
}, FAULT_TIMEOUT_MS)

it.each(FAULTS)(
  '$name: nothing confirmed is lost, and all is well within ten seconds',
  async ({ name, harms, strike, lastsMs = 0, mend }) => {
    const struckAt = performance.now()
    await strike(installation)
    await pause(lastsMs)
    await mend?.(installation)
    const mendedAt = performance.now()
    await pause(WATCHED_AFTER_MS)

    const outcomes = visitors.outcomes.filter(({ endedAt }) => endedAt > struckAt)
    const failures = outcomes.filter(({ isFailed }) => isFailed)
    const recoveryMs = Math.max(0, ...failures.map(({ endedAt }) => endedAt - mendedAt))
    const lost = await lostOf(visitors.confirmed)
    const words = installation.nginx.newWords()
    process.stdout.write(
      words
        .slice(0, WORDS_SHOWN)
        .map((line) => `${line}\n`)
        .join(''),
    )
    process.stdout.write(report(name, { outcomes, recoveryMs, lost, outageMs: mendedAt - struckAt }))

    expect(
      failures.filter(({ kind }) => !harms.includes(kind)).map(({ kind, result }) => `${kind}: ${result}`),
    ).toEqual([])
    expect(recoveryMs).toBeLessThan(RECOVERY_MAX_MS)
    expect(lost).toEqual({ memorials: [], memories: [], photos: [] })
    expect(installation.pids().filter((pid) => !isAlive(pid))).toEqual([])
  },
  FAULT_TIMEOUT_MS,
)

it(
  'still has every photo at the end',
  async () => {
    await visitors.stop()
    expect(await missingPhotos(visitors.confirmed.memorials)).toEqual([])
  },
  FAULT_TIMEOUT_MS,
)

it(
  'brings each letter, and few of them twice',
  async () => {
    await visitors.stop()
    const recipients = () => installation.mail.received.flatMap(({ recipients: to }) => to)
    const missing = () => {
      const arrived = new Set(recipients())
      return visitors.confirmed.emails.filter((email) => !arrived.has(email))
    }
    const late = missing().length
    // Those that failed are tried again after minutes: as if these had passed.
    await installation.query(`update letters set due_at = now() where sent_at is null`)
    await Promise.race([until(() => missing().length === 0), pause(LETTERS_PATIENCE_MS)])

    const all = visitors.confirmed.emails.length
    const twice = recipients().length - new Set(recipients()).size
    process.stdout.write(
      `letters: ${all} promised, ${late} came late, ${missing().length} are lost, ${twice} came twice\n`,
    )
    expect(missing()).toEqual([])
  },
  FAULT_TIMEOUT_MS,
)

let photosLooked = 0

/** What the server said that it has, and has not. Each photo is looked at once, after the fault during which it came. */
async function lostOf({ memorials, memories }: Confirmed) {
  const news = memorials.slice(photosLooked)
  photosLooked = memorials.length
  return {
    memorials: await missingRows(
      'memorials',
      memorials.map(({ id }) => id),
    ),
    memories: await missingRows('memories', memories),
    photos: await missingPhotos(news),
  }
}

async function missingRows(table: string, ids: number[]): Promise<number[]> {
  const rows = await installation.query<{ id: number | string }>(`select id from ${table}`)
  const kept = new Set(rows.map(({ id }) => Number(id)))
  return ids.filter((id) => !kept.has(id))
}

async function missingPhotos(memorials: Confirmed['memorials']): Promise<string[]> {
  const missing: string[] = []
  for (const { photoPath } of memorials) {
    if (photoPath === null) continue
    const photo = await fetch(installation.url + photoPath)
    if (photo.status !== 200 || (await photo.arrayBuffer()).byteLength === 0) missing.push(photoPath)
  }
  return missing
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** One line for each kind of request that failed. */
function report(
  name: string,
  {
    outcomes,
    recoveryMs,
    lost,
    outageMs,
  }: { outcomes: Outcome[]; recoveryMs: number; lost: Record<string, unknown[]>; outageMs: number },
): string {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  const rows = KINDS.flatMap((kind) => {
    const ofKind = outcomes.filter((outcome) => outcome.kind === kind)
    const counts = new Map<string, number>()
    for (const { result } of ofKind) counts.set(result, (counts.get(result) ?? 0) + 1)
    const longest = Math.max(0, ...ofKind.map(({ begunAt, endedAt }) => endedAt - begunAt))
    return `  ${kind}: ${[...counts].map(([result, count]) => `${result} × ${count}`).join(', ')}; longest ${seconds(longest)}`
  })
  const losses = Object.values(lost).flat().length
  return `${name} (${seconds(outageMs)}): well ${seconds(recoveryMs)} after it, ${losses} lost\n${rows.join('\n')}\n`
}
