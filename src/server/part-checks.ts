import type { Redis } from 'ioredis'
import type { Config } from './config'
import type { ClockWatch } from './db/clock-watch'
import { checkDiskRoom } from './lib/disk-room'
import type { Postman } from './mail/postman'
import type { PeopleIndex } from './modules/memorials/search/people-index'
import type { PartChecks } from './plugins/health'
import type { FileStore } from './storage/file-store'

/** The checks by which /readyz finds components that do not work. */
export function partChecks(parts: {
  config: Pick<Config, 'dataDir'>
  store: FileStore
  redis?: Redis
  postman: Pick<Postman, 'check'>
  people: Pick<PeopleIndex, 'state'>
  clockWatch?: Pick<ClockWatch, 'refuseLeap'> | undefined
}): PartChecks {
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
