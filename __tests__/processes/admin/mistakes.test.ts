import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { settingsOf } from '@server/admin/verbs/check'
import { readConfig } from '@server/config'
import { pomnim } from '@support/operator'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { freePort } from '@support/server-process'

const SOMEBODY = 12_345
/** Each command is a process, and some open a database. */
const PATIENCE_MS = 120_000

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-mistakes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Who is no root cannot make this mistake. */
const asRoot = process.getuid?.() === 0 ? it : it.skip

asRoot('does nothing as root in the folder of the user that the server runs as', async () => {
  await chown(folder, SOMEBODY, SOMEBODY)
  const env = { DATA_DIR: folder, PORT: String(await freePort()) }

  const { code, errors } = await pomnim(env, 'check')

  expect(code).toBe(1)
  expect(errors).toContain(`belongs to the user number ${SOMEBODY}, and you are root`)
  expect(await readdir(folder)).toEqual([])
  // What leaves the folder alone is done for root too.
  expect((await pomnim(env, 'healthcheck')).out).toContain('does not answer')
})

it('says that there is no folder for a backup, and makes none', async () => {
  const archive = path.join(folder, 'none', 'monday.tar')
  const { code, errors } = await pomnim({ DATA_DIR: path.join(folder, 'data') }, 'backup', archive)
  expect(code).toBe(1)
  expect(errors).toMatch(/^the folder .*none is not there, or the user .* may not write into it\n$/)
  expect(await readdir(folder)).toEqual([])
})

it('finds a file where the operator stands, and not where the program was started', async () => {
  const data = path.join(folder, 'data')
  await mkdir(path.join(folder, 'here'))
  await writeFile(path.join(folder, 'here', 'monday.tar'), 'no backup')
  const { errors } = await pomnim({ DATA_DIR: data, INIT_CWD: path.join(folder, 'here') }, 'verify', 'monday.tar')
  expect(errors).toContain(`${path.join(folder, 'here', 'monday.tar')} is no`)
})

it('tells which part of a group does what, and says why a database is not reached', async () => {
  const port = await freePort()
  expect((await pomnim({}, '--help')).out).toContain('list, hide, open, delete')
  const { code, errors } = await pomnim({ DATABASE_URL: `postgres://localhost:${port}/none` }, 'account', 'list')
  expect(code).toBe(1)
  expect(errors).toMatch(/^connect ECONNREFUSED [\d.:[\]a-f]+\n$/)
})

it(
  'does not frighten whoever tries the settings before the first start',
  async () => {
    const { code, out } = await pomnim({ DATA_DIR: folder }, 'check')
    expect(code).toBe(0)
    expect(out).toContain('tables: none yet; the first start makes them')
    expect(out).toContain(`where DATA_DIR is (${folder})`)
    expect(out).toContain('good     folder: ')
  },
  PATIENCE_MS,
)

it(
  'warns of a folder that other users of the machine may look into',
  async () => {
    await chmod(folder, 0o750)
    const { code, out } = await pomnim({ DATA_DIR: folder }, 'check')
    expect(code).toBe(0)
    expect(out).toMatch(/^warning {2}folder: .*chmod 700/m)
  },
  PATIENCE_MS,
)

it(
  'tells before the start that a legal page lacks a fact',
  async () => {
    const { code, out } = await pomnim({ DATA_DIR: folder, OPERATOR_INN: '' }, 'check')
    expect(code).toBe(1)
    expect(out).toMatch(/^bad {6}legal pages: .*OPERATOR_INN/m)
    expect(out).toContain('good     catalogue: ')
    const env = { DATA_DIR: folder, PORT: String(await freePort()) }
    expect((await pomnim(env, 'doctor')).out).toMatch(
      /^bad {6}server: .* does not answer: .*\n {9}what to do: start it/m,
    )
  },
  PATIENCE_MS,
)

describe('a real site', () => {
  const site = { PUBLIC_URL: 'https://pomnim.test', TRUST_PROXY: '1', SMTP_URL: 'smtp://mail.test' }
  const shown = {
    MAIL_FROM: 'site@pomnim.test',
    SUPPORT_EMAIL: 'help@pomnim.test',
    SUPPORT_MESSENGER_URL: 'https://pomnim.test/contacts',
    OPERATOR_NAME: 'Память города',
    OPERATOR_ADDRESS: 'г. Энск',
    // Set on purpose: no legal page uses it.
    OPERATOR_INN: '',
    OPERATOR_OGRN: '1027700132195',
    DATA_LOCATION: 'в России',
  }
  const warnings = (env: Record<string, string>) =>
    settingsOf(readConfig(env), env).flatMap(({ state, says }) => (state === 'warning' ? [says] : []))

  it('is warned of words that are invented', () => {
    expect(warnings({ ...site, ...shown })).toEqual([])
    const { SUPPORT_MESSENGER_URL: _url, OPERATOR_INN: _inn, MAIL_FROM: _from, ...rest } = shown
    expect(warnings({ ...site, ...rest })).toEqual([
      'MAIL_FROM is empty: letters come from an address that nobody reads',
      'visitors read invented words in place of SUPPORT_MESSENGER_URL, OPERATOR_INN',
    ])
  })

  it('is not asked for them where it is a demonstration', () => {
    expect(warnings({ SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'site@pomnim.test' })).toEqual([])
  })
})

describeOnPostgres(() => {
  let postgres: SharedPostgres
  beforeAll(async () => {
    postgres = await sharedPostgres()
  })

  it(
    'copies no names into a database that does not know their letters',
    async () => {
      const url = await postgres.makeDatabase("encoding 'SQL_ASCII' template template0")
      // The tables that the embedded database copies.
      const env = { DATA_DIR: folder }
      expect((await pomnim(env, 'migrate')).code).toBe(0)
      const { code, errors } = await pomnim(env, 'move-to-postgres', url)
      expect(code).toBe(1)
      expect(errors).toContain('the database is in SQL_ASCII, and Cyrillic letters need UTF8')
      expect((await pomnim(env, 'move-to-postgres', await postgres.makeDatabase())).code).toBe(0)
    },
    PATIENCE_MS,
  )
})
