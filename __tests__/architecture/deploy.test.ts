import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeOnNginx, testShippedNginx } from '@support/nginx'

const ROOT = path.resolve(__dirname, '../..')
const deployed = (name: string) => readFileSync(path.join(ROOT, 'config/deploy', name), 'utf8')

const settings = [...readFileSync(path.join(ROOT, 'config/env.example'), 'utf8').matchAll(/^(\w+)=/gm)].map(
  ([, name = '']) => name,
)
/** In .env beside compose.yml, but no settings of the server. */
const OF_COMPOSE = ['SITE', 'POSTGRES_PASSWORD']

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

it('gives Caddy the variables that its file names', () => {
  const named = [...deployed('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name)
  expect([...environmentOf('caddy').keys()].sort()).toEqual([...new Set(named)].sort())
})

describeWith('systemd-analyze', () => {
  it('has a unit that systemd understands', () => {
    const file = path.join(ROOT, 'config/deploy/pomnim.service')
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('pomnim.service'))
    // Of the machine, not of the unit.
    expect(complaints.filter((line) => !line.includes('is not executable'))).toEqual([])
  })
})

describeOnNginx(() => {
  it('has a file that nginx takes, with TLS', async () => {
    expect(await testShippedNginx()).toBe('')
  })
})

/** Tests that need a program. Where it is not installed they are skipped. */
function describeWith(program: string, define: () => void): void {
  const isInstalled = spawnSync(program, ['--version']).status === 0
  if (isInstalled) describe(`with ${program}`, define)
  else describe.skip(`with ${program}, which is not installed here`, define)
}
