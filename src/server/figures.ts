import type { PoolUsage } from './db/open-database'
import type { Db } from './db/schema'
import { diskRoom } from './lib/disk-room'
import { countLetters } from './mail/queue'
import { countDueRemovals } from './media/repository'
import type { Figure } from './plugins/metrics'

/** What /metrics tells of the parts of an installation, beside requests and the process itself. */
export function figuresOf(options: { db: Db; poolUsage: () => PoolUsage; dataDir: string }): Figure[] {
  const { db, poolUsage, dataDir } = options
  return [
    {
      name: 'pool_connections',
      help: 'Connections to the database for requests: total, idle, and requests waiting for one.',
      label: 'state',
      read: () => Promise.resolve(poolUsage()),
    },
    {
      name: 'letters',
      help: 'Letters that are due now, and those that were given up.',
      label: 'state',
      read: () => countLetters(db),
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
