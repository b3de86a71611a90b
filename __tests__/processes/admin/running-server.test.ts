import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pomnim, pomnimJson } from '@support/operator'
import { readZip } from '@support/read-zip'
import { openAccount, type RemoteAccount, signIn } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'

const EMAIL = 'vera@example.org'
/** Each command is a process, and so is each server. */
const PATIENCE_MS = 180_000

let env: { DATA_DIR: string; PORT: string }
let server: ServerProcess
let owner: RemoteAccount

beforeAll(async () => {
  env = { DATA_DIR: await mkdtemp(path.join(tmpdir(), 'pomnim-admin-')), PORT: String(await freePort()) }
  server = await startServerProcess(env)
  owner = await openAccount(server, env.DATA_DIR, EMAIL)
})
afterAll(async () => {
  await server.kill()
  await rm(env.DATA_DIR, { recursive: true, force: true })
})

const page = (id: number) => fetch(`${server.url}/api/v1/memorial/${id}`)

it('finds a running server ready, and its settings in order', async () => {
  expect(await pomnim(env, 'healthcheck')).toMatchObject({ code: 0, out: 'ready\n' })
  expect(await pomnim(env, 'check')).toMatchObject({ code: 0, errors: '' })
})

it('says that nothing is accepted, and is ready all the same', async () => {
  const found = async () => /^.*maintenance: .*$/m.exec((await pomnim(env, 'check')).out)?.[0]
  expect(await found()).toBe('good     maintenance: off: what people write is accepted')
  expect((await pomnim(env, 'maintenance', 'on', '--minutes', '5')).code).toBe(0)
  expect(await found()).toMatch(/^warning {2}maintenance: on since .*Z, expected until .*Z: /)
  expect(await pomnim(env, 'healthcheck')).toMatchObject({ code: 0, out: 'ready\n' })
  expect((await pomnim(env, 'maintenance', 'off')).code).toBe(0)
})

it('finds nothing wrong, and says of each fault what to do', async () => {
  const well = await pomnim(env, 'doctor')
  expect(well).toMatchObject({ code: 0, errors: '' })
  expect(well.out).toContain('good     jobs: none has failed\ngood     unsent letters: none is late\n')
  expect(well.out).toContain('good     server: ready\n')

  const { code, out } = await pomnim({ ...env, SMTP_URL: `smtp://localhost:${await freePort()}` }, 'doctor')
  expect(code).toBe(1)
  expect(out).toMatch(/^bad {6}letters: .*\n {9}what to do: correct SMTP_URL/m)
})

it('refuses a setting whose name is nearly right', async () => {
  const { code, out } = await pomnim({ ...env, DATABSE_URL: 'postgres://localhost/pomnim' }, 'check')
  expect(code).toBe(1)
  expect(out).toContain('DATABSE_URL is no setting: is DATABASE_URL meant?')
})

it('changes what the server itself answers', async () => {
  const { id } = await owner.createMemorial({ public_status: 'true' })
  expect((await page(id)).status).toBe(200)

  expect((await pomnim(env, 'memorial', 'hide', String(id), '--reason', 'По решению суда')).code).toBe(0)
  expect((await page(id)).status).toBe(403)
  expect(await pomnimJson(env, 'memorial', 'list', '--hidden')).toMatchObject([
    { id, closed_reason: 'По решению суда' },
  ])

  expect((await pomnim(env, 'memorial', 'open', String(id))).code).toBe(0)
  expect((await page(id)).status).toBe(200)

  expect((await pomnim(env, 'memorial', 'delete', String(id), '--yes')).code).toBe(0)
  expect((await page(id)).status).toBe(404)
})

it(
  'writes a line in the register for pages and letters too',
  async () => {
    const table = path.join(env.DATA_DIR, 'people.csv')
    await writeFile(table, 'Фамилия;Имя\nЁлкина;Анна')
    expect(await pomnimJson(env, 'import', table, '--owner', EMAIL)).toEqual({ created: 1 })
    await pomnim(env, 'letters', 'retry')
    const file = path.join(env.DATA_DIR, 'person.zip')
    expect(await pomnimJson(env, 'account', 'export', EMAIL, file)).toMatchObject({ file, rows: { users: 1 } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await pomnim(env, 'account', 'export', EMAIL, file)).errors).toContain('--force replaces it')
    expect(await pomnimJson(env, 'account', 'export', EMAIL, file, '--force')).toMatchObject({
      rows: { register: 2 },
    })
    const person = String((await readZip(await readFile(file))).get('person.json'))
    expect(person).toContain('pages_imported')
    expect(person).toContain('person_exported')
  },
  PATIENCE_MS,
)

it('says before an import what would be made, and who seems to have a page already', async () => {
  const table = path.join(env.DATA_DIR, 'more-people.csv')
  await writeFile(table, 'Фамилия;Имя;Публичная\nЁлкина;Анна;да\nОрлов;Иван;')
  await owner.createMemorial({ lastname: 'Орлов', name: 'Иван', birth_date: '', birth_precision: 'unknown' })
  const { code, out } = await pomnim(env, 'import', table, '--owner', EMAIL, '--dry-run')
  expect(code).toBe(0)
  expect(out).toMatch(/^3 +page +Орлов Иван: похоже, такая страница у вас уже есть\.$/m)
  expect(out).toContain('2 of 2 rows are ready: 1 public pages, 1 closed ones.\n2 places are needed, ')
})

it('blocks an account, whose sessions end, and lets it in again', async () => {
  expect((await pomnim(env, 'account', 'block', EMAIL, '--yes')).code).toBe(0)
  expect((await owner.fetch('/users/me')).status).toBe(401)

  expect((await pomnim(env, 'account', 'unblock', EMAIL)).code).toBe(0)
  owner = await signIn(server, EMAIL)
  expect((await owner.fetch('/users/me')).status).toBe(200)
})

it.each([
  ['an unknown verb', ['frobnicate'], 2, "unknown command 'frobnicate'"],
  ['a missing argument', ['account', 'show'], 2, "missing required argument 'email'"],
  ['a missing reason', ['memorial', 'hide', '1'], 2, "required option '--reason <text>' not specified"],
  ['an unknown account', ['account', 'show', 'nobody@example.org'], 1, 'no account has the address'],
  ['an unknown page', ['memorial', 'open', '987654'], 1, 'there is no page 987654'],
  ['a question that nobody answers', ['account', 'erase', EMAIL], 1, 'add --yes'],
  ['a restore beside the server', ['restore', 'any.tar'], 1, 'stop the server first'],
  ['an archive that is not there', ['verify', 'none.tar'], 1, 'is not there'],
])('says what is wrong with %s', async (_what, words, code, says) => {
  const ended = await pomnim(env, ...words)
  expect(ended).toMatchObject({ code, out: '' })
  expect(ended.errors).toContain(says)
})

it('explains itself', async () => {
  const { code, out } = await pomnim(env, 'account', 'credit', '--help')
  expect(code).toBe(0)
  for (const flag of ['--advanced <number>', '--gb <number>', '--places <number>', '--json'])
    expect(out).toContain(flag)
})

it('says that a server is away, and works on its data alone', async () => {
  const { address } = (await (await owner.fetch('/users/me/calendar')).json()) as { address: string }
  expect(await server.stop()).toBe(0)
  expect(await pomnim(env, 'healthcheck')).toMatchObject({ code: 1 })

  expect(await pomnimJson(env, 'account', 'list')).toMatchObject([{ email: EMAIL }])
  expect((await pomnim(env, 'key', 'rotate', '--yes')).code).toBe(0)

  // What was signed before goes on working.
  server = await startServerProcess(env)
  expect((await fetch(address)).status).toBe(200)
})

it(
  'believes what the key before it signed, for as long as the settings name that',
  async () => {
    const [first, second] = ['a first key of thirty-two letters or more', 'another key of thirty-two letters or more']
    const statusUnder = async (keys: Record<string, string>, address: string) => {
      await server.stop()
      server = await startServerProcess({ ...env, ...keys })
      return (await fetch(address)).status
    }
    await server.stop()
    server = await startServerProcess({ ...env, SECRET_KEY: first })
    await owner.fetch('/users/me/calendar', { method: 'DELETE' })
    const { address } = (await (await owner.fetch('/users/me/calendar')).json()) as { address: string }

    expect(await statusUnder({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }, address)).toBe(200)
    expect(await statusUnder({ SECRET_KEY: second }, address)).toBe(404)
  },
  PATIENCE_MS,
)
