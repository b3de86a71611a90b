import path from 'node:path'
import pg from 'pg'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { startServerProcess } from '@support/server-process'
import { upgradeAndGoBack } from '@support/two-releases'

const NEXT_RELEASE = path.resolve('__tests__/support/next-release.cjs')
const TEST_MS = 180_000

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let databaseUrl: string

  beforeAll(async () => {
    postgres = await sharedPostgres()
    databaseUrl = await postgres.makeDatabase()
  })

  it(
    'works beside the next release on the tables of that one, and starts on them again',
    async () => {
      await upgradeAndGoBack(databaseUrl, {
        former: startServerProcess,
        newer: (env) => startServerProcess({ ...env, NODE_OPTIONS: `--require ${NEXT_RELEASE}` }),
      })

      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const { rows: later } = await client.query(
        `select name from kysely_migration where name like '999%' order by name`,
      )
      const { rows: ranks } = await client.query('select distinct later_rank from memorials')
      await client.end()
      // Else both processes were of this release.
      expect(later).toEqual([{ name: '9998-later-columns' }, { name: '9999-later-table' }])
      expect(ranks).toEqual([{ later_rank: 7 }])
    },
    TEST_MS,
  )
})
