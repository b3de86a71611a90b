import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from './until'

const PROGRAM = 'caddy'
const SHIPPED = path.resolve('config/deploy/Caddyfile')

/** Tests that need a real Caddy. Where none is installed they are skipped, unless CADDY_REQUIRED says that one has to be. */
export function describeOnCaddy(define: () => void): void {
  const isInstalled = spawnSync(PROGRAM, ['version']).status === 0
  if (isInstalled || process.env.CADDY_REQUIRED) describe('behind Caddy', define)
  else describe.skip('behind Caddy, which is not installed here', define)
}

/** Caddy with the shipped file, without TLS, in front of a server at this port of 127.0.0.1. */
export function startCaddy(port: number, serverPort: number) {
  const settings = { SITE: `http://:${port}`, POMNIM_UPSTREAM: `127.0.0.1:${serverPort}` }
  return runCaddy(port, settings, (shipped) => withoutPlain(shipped))
}

/** The same for pomnim.example with TLS and a certificate of its own, which answers plain HTTP as shipped. */
export function startCaddyWithTls({ plain, tls }: { plain: number; tls: number }) {
  const ports = `\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tlocal_certs\n\tskip_install_trust\n`
  return runCaddy(plain, {}, (shipped) => shipped.replace(/^\{\n/m, `{${ports}`))
}

async function runCaddy(port: number, settings: Record<string, string>, changed: (shipped: string) => string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, changed(withoutAdmin(await readFile(SHIPPED, 'utf8'))))
  // If this process is killed, Caddy ends too.
  const run = [PROGRAM, 'run', '--adapter', 'caddyfile', '--config', file]
  const caddy = spawn('setpriv', ['--pdeathsig=TERM', ...run], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(caddy, 'exit')
  let words = ''
  caddy.stderr.on('data', (more) => (words += String(more)))
  await until(async () => {
    if (caddy.exitCode !== null) throw new Error(`Caddy did not start: ${words}`)
    return fetch(`http://127.0.0.1:${port}/healthz`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  })
  return {
    async stop() {
      caddy.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Caddy's complaints about the shipped file, with TLS; empty when it is valid. */
export async function testShippedCaddy(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-caddy-'))
  try {
    const env = { PATH: process.env.PATH, HOME: folder }
    const { status, stderr } = spawnSync(PROGRAM, ['validate', '--adapter', 'caddyfile', '--config', SHIPPED], {
      encoding: 'utf8',
      env,
    })
    const isFormatted =
      spawnSync(PROGRAM, ['fmt', SHIPPED], { encoding: 'utf8', env }).stdout === (await readFile(SHIPPED, 'utf8'))
    if (status !== 0) return stderr || 'Caddy is not there'
    return isFormatted ? '' : 'caddy fmt would change it'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the block for plain HTTP: a name without TLS has no other. */
function withoutPlain(shipped: string): string {
  const rest = shipped.replace(/^http:\/\/\{\$SITE.*?^\}\n/ms, '')
  if (rest === shipped) throw new Error('config/deploy/Caddyfile is not as expected')
  return rest
}

/** Several at once would use the same port for their admin API. */
function withoutAdmin(shipped: string): string {
  const replaced = shipped
    .replace(/^\{\n/m, '{\n\tadmin off\n')
    .replace('/opt/pomnim/config/deploy', path.dirname(SHIPPED))
  if (!replaced.includes('admin off') || replaced.includes('/opt/pomnim'))
    throw new Error('config/deploy/Caddyfile is not as expected')
  return replaced
}
