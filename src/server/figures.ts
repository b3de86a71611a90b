import type { Config } from './config'
import type { ClockWatch } from './db/clock-watch'
import type { PoolUsage } from './db/open-database'
import type { Db } from './db/schema'
import { diskRoom } from './lib/disk-room'
import { countHeldLetters, countLetters } from './mail/queue'
import { countDueRemovals } from './media/repository'
import type { PeopleIndex } from './modules/memorials/search/people-index'
import type { Figure, Metrics } from './plugins/metrics'

interface MeasuredParts {
  config: Pick<Config, 'metricsToken' | 'dataDir' | 'lettersPerHour'>
  db: Db
  poolUsage: () => PoolUsage
  people: Pick<PeopleIndex, 'state'>
  clockWatch?: Pick<ClockWatch, 'mayDestroy'> | undefined
}

/** Undefined where no one may read them: then nothing is measured or loaded. */
export async function metricsOf(parts: MeasuredParts): Promise<Metrics | undefined> {
  const { metricsToken: token } = parts.config
  if (token === undefined) return undefined
  const { createMetrics } = await import('./plugins/metrics')
  return createMetrics({ token, figures: figuresOf(parts) })
}

/** The gauges of /metrics for the components of an installation, besides requests and the process itself. */
function figuresOf({
  config: { dataDir, lettersPerHour },
  db,
  poolUsage,
  people,
  clockWatch,
}: MeasuredParts): Figure[] {
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

function readingOf(people: Pick<PeopleIndex, 'state'>) {
  const { listed, read } = people.state()
  return { listed, read }
}
