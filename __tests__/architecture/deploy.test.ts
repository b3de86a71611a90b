import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig } from '@server/config'
import { describeOnCaddy, testShippedCaddy } from '@support/caddy'
import { describeOnNginx, testShippedNginx } from '@support/nginx'

const ROOT = path.resolve(__dirname, '../..')
const deployed = (name: string) => readFileSync(path.join(ROOT, 'config/deploy', name), 'utf8')

const settings = [...readFileSync(path.join(ROOT, 'config/env.example'), 'utf8').matchAll(/^(\w+)=/gm)].map(
  ([, name = '']) => name,
)
/** A start that fails: it loads its modules, and asks the database. */
const SLOW_START_SECONDS = 5
/** In tenths of what systemd-analyze calls the exposure level. */
const EXPOSURE_MAX = 20
/** In .env beside compose.yml, but no settings of the server. */
const OF_COMPOSE = ['SITE', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD']

/** The services of compose.yml, each with its lines. That the file is YAML at all, prettier tells. */
const compose = deployed('compose.yml')
const services = new Map(
  [...sectionOf('services').matchAll(/^ {2}(\w+):\n((?: {4,}.*\n|\n)+)/gm)].map(([, name = '', lines = '']) => [
    name,
    lines,
  ]),
)
const service = (name: string) => services.get(name) ?? ''

/** The lines below one of the first words of compose.yml. */
function sectionOf(word: string): string {
  return (compose.split(`\n${word}:\n`)[1] ?? '').split(/^\S/m)[0] ?? ''
}

/** The names and values of a service's environment. */
function environmentOf(name: string): Map<string, string> {
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service(name))?.[1] ?? ''
  return new Map([...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, key = '', value = '']) => [key, value]))
}

describe('compose.yml', () => {
  it('has the services of a large installation', () => {
    expect([...services.keys()].sort()).toEqual(['caddy', 'pomnim', 'postgres', 'redis', 'store'])
  })

  it('sets nothing that is no setting', () => {
    expect([...environmentOf('pomnim').keys()].filter((name) => !settings.includes(name))).toEqual([])
  })

  it('names every variable that it needs, and nothing that is no setting, at its head', () => {
    const head = compose.slice(0, compose.indexOf('services:'))
    const named = head.match(/\b[A-Z][A-Z0-9_]{3,}\b/g)?.filter((word) => word !== 'PostgreSQL') ?? []
    const used = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(named).toEqual(expect.arrayContaining(used))
    expect(named.filter((name) => !OF_COMPOSE.includes(name) && !settings.includes(name))).toEqual([])
  })

  it('fails at once when a variable is missing', () => {
    expect(compose.match(/\$\{\w+\}/g)).toBeNull()
  })

  it.each([...services.keys()])('gives %s no right and no memory that it does not need', (name) => {
    expect(service(name)).toContain('<<: *closed')
    expect(service(name)).toMatch(/^ {4}mem_limit: \d+[mg]$/m)
  })

  it('lets those write nowhere but in volumes that keep nothing elsewhere', () => {
    const readOnly = [...services.keys()].filter((name) => /^ {4}read_only: true$/m.test(service(name)))
    expect(readOnly.sort()).toEqual(['caddy', 'pomnim', 'redis'])
  })

  it('lets nobody without a password into Redis', () => {
    expect(service('redis')).toContain('--requirepass ${REDIS_PASSWORD:?}')
    expect(environmentOf('pomnim').get('REDIS_URL')).toContain(':${REDIS_PASSWORD:?}@')
  })

  it('gives the site no superuser of PostgreSQL', () => {
    expect(service('postgres')).toContain('./postgres-role.sh:/docker-entrypoint-initdb.d/postgres-role.sh:ro')
    expect(environmentOf('postgres').get('POSTGRES_USER')).toBe('postgres')
    expect(environmentOf('pomnim').get('DATABASE_URL')).toContain('://pomnim:')
  })

  it('waits for services whose health it asks', () => {
    const awaited = [...compose.matchAll(/^ +(\w+): \{ condition: (\w+) \}$/gm)].map(([, name, until]) => [name, until])
    expect(awaited).toEqual([
      ['postgres', 'service_healthy'],
      ['redis', 'service_healthy'],
      ['store', 'service_healthy'],
    ])
    for (const [name] of awaited) expect(service(name as string)).toContain('healthcheck:')
  })

  it('has the store make the bucket, and take the keys, that the server uses', () => {
    const [server, store] = [environmentOf('pomnim'), environmentOf('store')]
    expect(store.get('S3_BUCKET')).toBe(server.get('S3_BUCKET'))
    expect(store.get('AWS_ACCESS_KEY_ID')).toBe(server.get('S3_ACCESS_KEY_ID'))
    expect(store.get('AWS_SECRET_ACCESS_KEY')).toBe(server.get('S3_SECRET_ACCESS_KEY'))
  })

  it('declares the volumes and networks that it uses', () => {
    const declared = (word: string) => [...sectionOf(word).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
    const volumes = [...compose.matchAll(/^ {6}- (\w+):\//gm)].map(([, name]) => name)
    expect(declared('volumes').sort()).toEqual([...new Set(volumes)].sort())
    expect(declared('networks')).toEqual(['files'])
  })
})

it.each(['nginx.conf', 'Caddyfile'])('%s caches nothing: no proxy could drop a page that was closed', (name) => {
  expect(deployed(name)).not.toMatch(/^\s*(proxy_cache|cache)\b/m)
})

it('gives Caddy the variables that its file names', () => {
  const named = [...deployed('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name)
  expect([...environmentOf('caddy').keys()].sort()).toEqual([...new Set(named)].sort())
})

describe('Containerfile', () => {
  const [head = '', build = '', serving = ''] = deployed('Containerfile').split(/^FROM .*$/m)

  it('begins both stages with one image, of an exact version', () => {
    expect(deployed('Containerfile').match(/^FROM .*$/gm)).toEqual(['FROM ${NODE} AS build', 'FROM ${NODE}'])
    expect(head).toMatch(/^ARG NODE=docker\.io\/library\/node:\d+\.\d+\.\d+-bookworm-slim$/m)
  })

  it('builds from a clone, by what the guide calls', () => {
    expect(build).toMatch(/^RUN npm ci$/m)
    expect(build).toMatch(/^RUN npm run artefact$/m)
    const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'dist', '**/node_modules', '**/.env']))
  })

  it('serves the artefact alone, as a user who can change nothing but the data', () => {
    expect([...serving.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what)).toEqual([
      '--from=build /src/dist/artefact ./',
    ])
    const lines = serving.split('\n')
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => /^(?:COPY|RUN) /.test(line)))
    expect(serving).toContain('install -d -m 0700 -o node -g node /data')
  })
})

describe('the health check of the container', () => {
  const [program = '', ...options] = JSON.parse(
    /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(deployed('Containerfile'))?.[1] ?? '[]',
  ) as string[]
  const codeWith = async (port: number) => {
    const env = { ...process.env, PORT: String(port) }
    const [code] = (await once(spawn(program, options, { env, stdio: 'ignore' }), 'exit')) as [number]
    return code
  }

  it.each([
    ['is well', 200, 0],
    ['is not ready', 503, 1],
  ])('tells when the server %s', async (_how, status, code) => {
    const asked: string[] = []
    const server = createServer(({ url = '' }, answer) => {
      asked.push(url)
      answer.writeHead(status).end('{}')
    }).listen(0)
    await once(server, 'listening')
    expect(await codeWith((server.address() as AddressInfo).port)).toBe(code)
    expect(asked).toEqual(['/readyz'])
    server.close()
  })

  it('tells when nobody listens', async () => {
    expect(await codeWith(1)).toBe(1)
  })
})

describe('what the guide puts on a server', () => {
  it('has settings that are some, and that a start takes once they are filled in', () => {
    const env = parseEnv(deployed('pomnim.env'))
    expect(Object.keys(env).filter((name) => !settings.includes(name))).toEqual([])
    expect(readConfig(env)).toMatchObject({ dataDir: '/var/lib/pomnim', host: '127.0.0.1', trustProxy: 1 })
    // An empty fact of the operator stops the start, so none is forgotten.
    expect(env).toMatchObject({ OPERATOR_INN: '', OPERATOR_OGRN: '' })
  })

  it('brings no account of a demonstration, and binds browsers to https below its name too', () => {
    expect(readConfig(parseEnv(deployed('pomnim.env')))).toMatchObject({ demoContent: false, hstsSubdomains: true })
    expect(deployed('Containerfile')).toMatch(/^ENV .*\bDEMO_CONTENT=off\b/m)
    expect(environmentOf('pomnim').get('HSTS_SUBDOMAINS')).toBe("'on'")
  })

  it("writes its log where the service's user cannot change it", () => {
    const unit = deployed('pomnim.service')
    expect(unit).toMatch(/^StandardOutput=journal\nStandardError=journal$/m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    expect(unit).not.toMatch(/^(?:SupplementaryGroups|ReadWritePaths)=/m)
  })

  it('runs a further process as it runs the first, with a port and a folder of its own', () => {
    const settingsOf = (unit: string): string[] => deployed(unit).match(/^\w+=.*$/gm) ?? []
    const [first, further] = [settingsOf('pomnim.service'), settingsOf('pomnim@.service')]
    expect(further.filter((line) => !first.includes(line))).toEqual([
      'Description=Pomnim, a memorial service: the process at port %i',
      'ExecStart=/usr/bin/env PORT=%i DATA_DIR=/var/lib/pomnim-%i /usr/bin/node dist/server/main.js',
      'SyslogIdentifier=pomnim-%i',
      'StateDirectory=pomnim-%i',
      'MemoryMax=40%',
    ])
    expect(further).toHaveLength(first.length)
  })

  it('gives up starts that fail one after another, and not before a database of the same machine has had minutes', () => {
    const unit = deployed('pomnim.service')
    const [interval, burst, pause] = [
      /^StartLimitIntervalSec=(\d+)min$/m,
      /^StartLimitBurst=(\d+)$/m,
      /^RestartSec=(\d+)$/m,
    ].map((line) => Number(line.exec(unit)?.[1]))
    const givenUpAfter = (secondsOfStart: number) => (burst ?? NaN) * ((pause ?? NaN) + secondsOfStart)
    expect(givenUpAfter(SLOW_START_SECONDS)).toBeLessThan((interval ?? NaN) * 60)
    expect(givenUpAfter(0)).toBeGreaterThan(60)
  })

  it.each(['pomnim.service', 'pomnim-backup.service'])('takes the same secrets from systemd in %s', (unit) => {
    const loaded = [...deployed(unit).matchAll(/^LoadCredentialEncrypted=pomnim\.(\w+)$/gm)].map(
      ([, name = '']) => name,
    )
    const secrets = settings
      .filter((name) => /KEY|TOKEN|_URL$/.test(name))
      .filter((name) => !/^(PUBLIC|SUPPORT|TILE|GEO|S3_ACCESS)/.test(name))
    expect(loaded.toSorted()).toEqual(secrets.toSorted())
  })

  it('sends the journal to another machine by TLS alone, and to one whose authority it knows', () => {
    const upload = parseEnv(deployed('journal-upload.conf').replace(/^\[Upload\]$/m, ''))
    expect(upload['URL']).toMatch(/^https:/)
    expect(upload).toMatchObject({
      ServerKeyFile: expect.stringMatching(/^\//),
      ServerCertificateFile: expect.stringMatching(/^\//),
      TrustedCertificateFile: expect.stringMatching(/^\//),
    })
  })

  it('has settings that systemd and Node read alike', () => {
    const values = [...deployed('pomnim.env').matchAll(/^\w+=(.*)$/gm)].map(([, value = '']) => value)
    expect(values.filter((value) => !/^(|"[^"\\]*"|[^\s"'#\\]+)$/.test(value))).toEqual([])
  })

  it.each(['pomnim', 'pomnim-nightly-backup', 'postgres-role.sh'])(
    'has a program %s that a shell understands, and may be run',
    (name) => {
      const file = path.join(ROOT, 'config/deploy', name)
      expect(spawnSync('sh', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
      expect(statSync(file).mode & 0o111).toBe(0o111)
    },
  )
})

describeWith('systemd-analyze', () => {
  it.each([
    'pomnim.service',
    'pomnim@.service',
    'pomnim-backup.service',
    'pomnim-backup-failed.service',
    'pomnim-backup.timer',
  ])('has a %s that systemd understands', (unit) => {
    const file = path.join(ROOT, 'config/deploy', unit)
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(unit))
    // Of the machine, not of the unit.
    expect(complaints.filter((line) => !line.includes('is not executable'))).toEqual([])
  })

  it.each(['pomnim.service', 'pomnim@.service', 'pomnim-backup.service', 'pomnim-backup-failed.service'])(
    'gives %s no more of the machine than it needs',
    (unit) => {
      const file = path.join(ROOT, 'config/deploy', unit)
      const args = ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, '--no-pager', file]
      const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
    },
  )
})

describeWith('docker-compose', () => {
  it('has a compose.yml that Compose takes', () => {
    const values = Object.fromEntries([...OF_COMPOSE, 'S3_SECRET_ACCESS_KEY'].map((name) => [name, 'letters']))
    const folder = mkdtempSync(path.join(tmpdir(), 'pomnim-compose-'))
    copyFileSync(path.join(ROOT, 'config/deploy/compose.yml'), path.join(folder, 'compose.yml'))
    writeFileSync(path.join(folder, '.env'), '')
    const { status, stderr } = spawnSync('docker-compose', ['-f', 'compose.yml', 'config', '--quiet'], {
      cwd: folder,
      env: { ...process.env, ...values },
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describeOnNginx(() => {
  it('has a file that nginx takes, with TLS', async () => {
    expect(await testShippedNginx()).toBe('')
  })
})

describeOnCaddy(() => {
  it('has a file that Caddy takes, with TLS', async () => {
    expect(await testShippedCaddy()).toBe('')
  })
})

/** Tests that need a program. Where it is not installed they are skipped. */
function describeWith(program: string, define: () => void): void {
  const isInstalled = spawnSync(program, ['--version']).status === 0
  if (isInstalled) describe(`with ${program}`, define)
  else describe.skip(`with ${program}, which is not installed here`, define)
}
