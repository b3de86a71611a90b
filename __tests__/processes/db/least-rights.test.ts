import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { pomnim } from '@support/operator'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { startServerProcess } from '@support/server-process'

const TIMEOUT_MS = 60_000
const SCRIPT = path.resolve('config/deploy/postgres-role.sh')

describeOnPostgres(() => {
  let postgres: Postgres
  let host: string
  let folder: string
  let dataDir: string
  const addressAs = (user: string, database = 'pomnim') =>
    `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-rights-'))
    dataDir = path.join(folder, 'data')
    postgres = await startPostgres()
    host = new URL(await postgres.makeDatabase()).searchParams.get('host') ?? ''
    const env = { ...process.env, PGHOST: host, POSTGRES_USER: 'postgres', POSTGRES_PASSWORD: "letters'and" }
    await promisify(execFile)('sh', [SCRIPT], { env })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }, TIMEOUT_MS)

  async function ask<Row extends pg.QueryResultRow>(query: string, as = 'pomnim', database = 'pomnim') {
    const client = new pg.Client({ connectionString: addressAs(as, database) })
    await client.connect()
    try {
      return (await client.query<Row>(query)).rows
    } finally {
      await client.end()
    }
  }

  it(
    'gives the site in containers an account that is enough for it, and no superuser',
    async () => {
      const server = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: addressAs('pomnim') })
      await server.kill()
      expect(await ask(`select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'pomnim'`)).toEqual([
        { rolsuper: false, rolcreatedb: false, rolcreaterole: false },
      ])
      await expect(ask(`copy (select 1) to program 'cat'`)).rejects.toThrow('must be superuser')
      await expect(ask('select 1', 'pomnim', 'postgres')).rejects.toThrow('permission denied')
    },
    TIMEOUT_MS,
  )

  it('closes the folder of files that it makes to the other users of the machine', async () => {
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  it('leaves nobody a password that opens the superuser', async () => {
    const found = await ask(
      `select rolname, rolpassword is null as none from pg_authid where rolcanlogin order by 1`,
      'postgres',
    )
    expect(found).toEqual([
      { rolname: 'pomnim', none: false },
      { rolname: 'postgres', none: true },
    ])
  })

  it(
    'tells the operator whose account may do more than the program needs',
    async () => {
      const rightsAs = async (user: string) => {
        const { out } = await pomnim({ DATA_DIR: dataDir, DATABASE_URL: addressAs(user) }, 'check')
        return /^(\w+) +rights: /m.exec(out)?.[1]
      }
      expect(await rightsAs('pomnim')).toBe('good')
      expect(await rightsAs('postgres')).toBe('warning')
    },
    TIMEOUT_MS,
  )
})
