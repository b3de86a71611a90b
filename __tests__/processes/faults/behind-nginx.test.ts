import { setTimeout as pause } from 'node:timers/promises'
import { type FaultyInstallation, openedPage, startFaultyInstallation } from '@support/faulty-installation'
import { describeOnNginx } from '@support/nginx'
import { startVisitors } from '@support/visitors'

const TIMEOUT_MS = 120_000
const OUTAGE_MS = 3000
const NEEDS_STORE = ['photo', 'new page with photo']

/** `npm run bench:faults` does the same with every fault, for longer. */
describeOnNginx(() => {
  let installation: FaultyInstallation
  let visitors: ReturnType<typeof startVisitors>

  beforeAll(async () => {
    installation = await startFaultyInstallation()
    visitors = startVisitors(await openedPage(installation))
  }, TIMEOUT_MS)
  afterAll(async () => {
    await visitors.stop()
    await installation.stop()
  }, TIMEOUT_MS)

  const failuresSince = (first: number) =>
    visitors.outcomes.slice(first).flatMap(({ kind, result, isFailed }) => (isFailed ? { kind, result } : []))

  it(
    'is restarted process by process without a failed request',
    async () => {
      const first = visitors.outcomes.length
      await installation.restart(0, 'stop')
      await installation.restart(1, 'stop')
      await pause(OUTAGE_MS)

      expect(visitors.outcomes.length - first).toBeGreaterThan(100)
      expect(failuresSince(first)).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'answers what needs no file while the store is away',
    async () => {
      const first = visitors.outcomes.length
      installation.lines.store.cut()
      await pause(OUTAGE_MS)
      installation.lines.store.mend()

      const failures = failuresSince(first)
      expect(failures.filter(({ kind }) => !NEEDS_STORE.includes(kind))).toEqual([])
      expect(new Set(failures.map(({ result }) => result))).toEqual(new Set(['503']))
    },
    TIMEOUT_MS,
  )
})
