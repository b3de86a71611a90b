import pg from 'pg'
import { memorialForm } from '@support/memorial-form'
import { aLog } from '@support/recorded-log'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

describeOnPostgres(() => {
  let postgres: Postgres
  let server: TestApp
  let address: string

  beforeAll(async () => {
    postgres = await startPostgres()
    address = await postgres.makeDatabase()
    server = await startTestApp({ DATABASE_URL: address }, { log: aLog().log })
  })
  afterAll(async () => {
    await server.close()
    await postgres.stop()
  })

  /** As a standby that is at the primary's address until it is promoted: new sessions only read. */
  async function takeOver({ readOnly }: { readOnly: boolean }): Promise<void> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const name = client.database ?? ''
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database ${name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  }

  it('answers 503 while a standby that only reads is at the address of its database, and goes on once it is promoted', async () => {
    const { token } = await server.signUp()
    const create = () => server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() })
    await takeOver({ readOnly: true })
    await until(async () => (await server.api({ url: '/users/me', token })).statusCode === 200)

    const refused = await create()
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()

    await takeOver({ readOnly: false })
    await until(async () => (await create()).statusCode === 201)
  })
})
