import type { FastifyInstance } from 'fastify'
import type { ClockWatch } from './db/clock-watch'
import type { PoolUsage } from './db/open-database'
import { checkDiskRoom, diskRoom } from './lib/disk-room'
import { countHeldLetters, countLetters } from './mail/queue'
import { countDamagedFiles } from './media/checksum-repository'
import { countDueRemovals } from './media/repository'
import type { FeatureContext } from './modules/context'
import type { PeopleIndex } from './modules/memorials/search/people-index'
import { countFailedJobs, findMaintenance, findTimeOfVerifiedBackup } from './modules/operator/repository'
import { failuresOf, healthRoutes, type PartChecks } from './plugins/health'
import type { Figure } from './plugins/metrics'

interface MonitoredParts extends Pick<
  FeatureContext,
  'config' | 'db' | 'people' | 'store' | 'redis' | 'postman' | 'log'
> {
  poolUsage: () => PoolUsage
  /** Knows whether the clock can be trusted. */
  clockWatch?: ClockWatch | undefined
  stopping: AbortSignal
}

/** /healthz and /readyz, and /metrics if someone may read it: otherwise nothing is measured or loaded. */
export async function addMonitoring(app: FastifyInstance, parts: MonitoredParts): Promise<void> {
  const { config, db, log, stopping } = parts
  const { metricsToken: token } = config
  const checks = partChecks(parts)
  if (token !== undefined) {
    const { metrics } = await import('./plugins/metrics')
    await app.register(metrics, { token, figures: figuresOf(parts, checks) })
  }
  healthRoutes({ db, checks, isStopping: () => stopping.aborted, log })(app)
}

/** The gauges of /metrics for the components of an installation, besides requests and the process itself. */
function figuresOf(
  { config: { dataDir, lettersPerHour }, db, poolUsage, people, clockWatch }: MonitoredParts,
  checks: PartChecks,
): Figure[] {
  return [
    {
      name: 'pool_connections',
      help: 'Connections to the database for requests: total, idle, and requests waiting for one.',
      label: 'state',
      read: () => Promise.resolve(poolUsage()),
    },
    {
      name: 'search_people',
      help: 'People in memory: listed for searches, and read while everybody is read (again).',
      label: 'state',
      read: () => Promise.resolve(readingOf(people)),
    },
    {
      name: 'search_failed_reads',
      help: 'Reads of people that failed since the start, and were tried again.',
      read: () => Promise.resolve(people.state().failures),
    },
    {
      name: 'letters',
      help: 'Letters that are due now, and those that were given up.',
      label: 'state',
      read: () => countLetters(db),
    },
    {
      name: 'letters_held',
      help: 'Letters that wait because too many left within the hour: those of one page, of one account, of the whole site.',
      label: 'ceiling',
      read: async () => ({ ...(await countHeldLetters(db, lettersPerHour)) }),
    },
    {
      name: 'destruction_waits',
      help: '1 while jobs that destroy wait, because the clock has leapt: pomnim clock accept.',
      read: () => Promise.resolve(clockWatch && !clockWatch.mayDestroy() ? 1 : 0),
    },
    {
      name: 'jobs_failed',
      help: 'Jobs whose last run failed: pomnim jobs list.',
      read: () => countFailedJobs(db),
    },
    {
      name: 'maintenance',
      help: '1 while nothing is accepted that people write: pomnim maintenance off.',
      read: async () => ((await findMaintenance(db)) ? 1 : 0),
    },
    {
      name: 'degraded',
      help: '1 for a part that does not work, and without which the site runs for now: pomnim doctor.',
      label: 'part',
      read: () => degradedParts(checks),
    },
    {
      name: 'backup_verified_seconds',
      help: 'When a backup was last proved whole, in seconds since 1970. Absent until pomnim backup-verified was called.',
      read: async () => {
        const at = await findTimeOfVerifiedBackup(db)
        return at && at.getTime() / 1000
      },
    },
    {
      name: 'files_damaged',
      help: 'Stored files that no longer have the bytes that came: pomnim files damaged.',
      read: () => countDamagedFiles(db),
    },
    {
      name: 'removals_due',
      help: 'Stored files that nobody needs any more and that are still there.',
      read: () => countDueRemovals(db),
    },
    {
      name: 'disk_bytes',
      help: 'The disk of DATA_DIR: free for this program, and in all.',
      label: 'state',
      read: async () => ({ ...(await diskRoom(dataDir)) }),
    },
  ]
}

async function degradedParts(checks: PartChecks): Promise<Record<string, number>> {
  const failed = (await failuresOf(checks)).map(([part]) => part)
  return Object.fromEntries(Object.keys(checks).map((part) => [part, failed.includes(part) ? 1 : 0]))
}

function readingOf(people: Pick<PeopleIndex, 'state'>) {
  const { listed, read } = people.state()
  return { listed, read }
}

/** The checks by which /readyz finds components that do not work. */
function partChecks(parts: MonitoredParts): PartChecks {
  const { config, store, redis, postman, people, clockWatch } = parts
  return {
    store: () => store.check(),
    disk: () => checkDiskRoom(config.dataDir),
    ...(redis && { redis: () => redis.ping() }),
    mail: () => postman.check(),
    ...(clockWatch && { clock: async () => clockWatch.refuseLeap() }),
    search: () => checkSearch(people),
  }
}

async function checkSearch(people: Pick<PeopleIndex, 'state'>): Promise<void> {
  const { isComplete, listed, read } = people.state()
  if (!isComplete) throw new Error(`${read} people are read, and ${listed} of an earlier reading are searched`)
}
