import { sql } from 'kysely'
import type { Db } from '../db/schema'
import type { Routes } from '../lib/routes'
import type { FileStore } from '../storage/file-store'

/** /healthz: the process is alive. /readyz: its database and file store work too. */
export function healthRoutes({ db, store }: { db: Db; store: FileStore }): Routes {
  return (api) => {
    api.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))

    api.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
      try {
        await Promise.all([sql`select 1`.execute(db), store.check()])
        return { status: 'ready' }
      } catch (error) {
        request.log.error({ err: error }, 'not ready')
        return reply.code(503).send({ status: 'not ready' })
      }
    })
  }
}
