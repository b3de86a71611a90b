import path from 'node:path'
import { nearMisses } from '@server/admin/near-misses'
import { ConfigError, readConfig } from '@server/config'
import { addressesOf } from '@server/lib/database-url'

it('needs no setting at all', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    demoContent: true,
    trustProxy: 0,
    catalogueDir: path.resolve('config/demo/catalogue'),
    site: { publicUrl: 'http://localhost:3000' },
  })
})

it('gives a new account what the promotion of the demo gives, and nothing advanced elsewhere', () => {
  expect(readConfig({ DEMO_CONTENT: 'on' })).toMatchObject({
    newAccount: { max_memorials: 5, advanced_memorials_left: 1, bonus_gb_left: 0 },
    site: { isAdvancedFree: true },
  })
  expect(readConfig({ DEMO_CONTENT: 'off' })).toMatchObject({
    newAccount: { max_memorials: 5, advanced_memorials_left: 0, bonus_gb_left: 0 },
    site: { isAdvancedFree: false },
  })
})

it('says what costs nothing now in the words of the operator, or nothing of it', () => {
  expect(readConfig({}).site.freeNote).toBe('Создать страницу памяти сейчас можно бесплатно.')
  expect(readConfig({ FREE_NOTE: ' Первый год бесплатно. ' }).site.freeNote).toBe('Первый год бесплатно.')
  expect(readConfig({ FREE_NOTE: '' }).site.freeNote).toBe('')
})

it('leaves demo content and its known promo codes off beside a PostgreSQL of the operator', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/pomnim' })).toMatchObject({
    demoContent: false,
    catalogueDir: path.resolve('config/catalogue'),
  })
})

it('takes a DATABASE_URL with several hosts, each with a port of its own', () => {
  const DATABASE_URL = 'postgres://pomnim:a,b@one:5432,two:5433/pomnim?target_session_attrs=read-write'
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  expect(addressesOf(DATABASE_URL)).toEqual([
    'postgres://pomnim:a,b@one:5432/pomnim?target_session_attrs=read-write',
    'postgres://pomnim:a,b@two:5433/pomnim?target_session_attrs=read-write',
  ])
})

it('leaves demo content off a site with a real address, unless it is asked for', () => {
  const PUBLIC_URL = 'https://pomnim.example'
  expect(readConfig({ PUBLIC_URL })).toMatchObject({
    demoContent: false,
    catalogueDir: path.resolve('config/catalogue'),
  })
  expect(readConfig({ PUBLIC_URL, DEMO_CONTENT: 'on' }).demoContent).toBe(true)
})

it('has no demo content in an artefact, which holds none, and says so where it is asked for', () => {
  expect(readConfig({}, '/nowhere')).toMatchObject({
    demoContent: false,
    catalogueDir: path.resolve('config/catalogue'),
  })
  expect(() => readConfig({ DEMO_CONTENT: 'on' }, '/nowhere')).toThrow('an artefact holds no demo content')
})

it('points letters to the port it listens on, or to PUBLIC_URL without its last slash', () => {
  expect(readConfig({ PORT: '8080' }).site.publicUrl).toBe('http://localhost:8080')
  expect(readConfig({ PUBLIC_URL: 'https://pomnim.example/' }).site.publicUrl).toBe('https://pomnim.example')
})

it('compares the e-mails of moderators without case', () => {
  expect(readConfig({ MODERATOR_EMAILS: 'Anna@Example.org, ivan@example.org,' }).moderatorEmails).toEqual([
    'anna@example.org',
    'ivan@example.org',
  ])
})

it('tells an operator that was not named from one that is to have no such number', () => {
  expect(readConfig({}).operator).toEqual({
    name: 'ООО «Помним» (демонстрационный оператор)',
    address: 'не указан оператором',
    inn: 'не указан оператором',
    ogrn: 'не указан оператором',
    dataLocation: 'в месте, которое оператор не указал',
  })
  expect(readConfig({ OPERATOR_INN: ' 7712345678 ', OPERATOR_OGRN: '' }).operator).toMatchObject({
    inn: '7712345678',
    ogrn: '',
  })
})

it.each([
  ['a PORT that is no number', { PORT: 'abc' }, /^PORT must be a whole number/],
  ['a PORT that no machine has', { PORT: '70000' }, /^PORT must be a whole number from 0 to 65535/],
  ['an S3_BUCKET without keys', { S3_BUCKET: 'media' }, /set S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY$/],
  ['a PUBLIC_URL without a protocol', { PUBLIC_URL: 'pomnim.example' }, /^PUBLIC_URL must be an address/],
  ['a DATABASE_URL of another database', { DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL must be an address/],
  [
    'a second host that is none',
    { DATABASE_URL: 'postgres://one,/x' },
    /^DATABASE_URL must name a host before and after/,
  ],
  [
    'a wish for a standby',
    { DATABASE_URL: 'postgres://one,two/x?target_session_attrs=standby' },
    /^DATABASE_URL must have target_session_attrs=read-write, or none$/,
  ],
  ['an SMTP_URL that is none', { SMTP_URL: 'localhost:25' }, /^SMTP_URL must be an address/],
  ['a DEMO_CONTENT that is neither on nor off', { DEMO_CONTENT: 'maybe' }, /^DEMO_CONTENT must be on or off/],
  ['a SECRET_KEY that can be guessed', { SECRET_KEY: 'short' }, /^SECRET_KEY must have at least 32 characters/],
  [
    'a METRICS_TOKEN that can be guessed',
    { METRICS_TOKEN: 'short' },
    /^METRICS_TOKEN must have at least 16 characters/,
  ],
  [
    'an OTEL_EXPORTER_OTLP_ENDPOINT without a protocol',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/,
  ],
  ['a LOG_LEVEL that there is not', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, error/],
  ['a STOP_PATIENCE that is no number', { STOP_PATIENCE: 'long' }, /^STOP_PATIENCE must be a whole number/],
  ['a MAX_CONNECTIONS that lets nobody in', { MAX_CONNECTIONS: '0' }, /^MAX_CONNECTIONS must be at least 1/],
  ['a TRUST_PROXY below zero', { TRUST_PROXY: '-1' }, /^TRUST_PROXY must be a whole number/],
])('refuses %s with one clear line', (_what, env, message) => {
  const reading = () => readConfig(env)
  expect(reading).toThrow(ConfigError)
  expect(reading).toThrow(message)
})

it('does not repeat an address that may hold a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' })).toThrow(/^(?!.*hunter2)/)
})

describe('names that are nearly those of settings', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['S3_BUCKETS', 'S3_BUCKET'],
  ])('%s is taken for %s', (typed, meant) => {
    expect(nearMisses({ [typed]: '1' })).toEqual([`${typed} is no setting: is ${meant} meant?`])
  })

  it('are not those that shells, systemd, containers and orchestrators set', () => {
    const names = `HOME HOSTNAME HOST_NAME PATH SHELL USER LOGNAME MAIL TERM LANG LC_ALL PWD OLDPWD SHLVL TZ TMPDIR NODE_ENV NODE_OPTIONS
      NODE_VERSION YARN_VERSION CI INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID CREDENTIALS_DIRECTORY STATE_DIRECTORY container
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST POMNIM_PORT POSTGRES_URL POSTGRES_PORT REDIS_PORT REDIS_HOST PGHOST PGPORT AWS_REGION S3_REGION
      OTEL_EXPORTER_OTLP_HEADERS OTEL_SERVICE_NAME SMTP_HOST HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE npm_config_user_agent`
    expect(nearMisses(Object.fromEntries(names.split(/\s+/).map((name) => [name, ''])))).toEqual([])
  })
})
