import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from './until'

const PROGRAM = 'nginx'
/** The header by which a test sets the client address of a request. */
export const ADDRESS_HEADER = 'X-Tested-Address'
const SHIPPED = path.resolve('config/deploy/nginx.conf')

/** Tests that need a real nginx. Where none is installed they are skipped, unless NGINX_REQUIRED says that one has to be. */
export function describeOnNginx(define: () => void): void {
  const isInstalled = spawnSync(PROGRAM, ['-v']).status === 0
  if (isInstalled || process.env.NGINX_REQUIRED) describe('behind nginx', define)
  else describe.skip('behind nginx, which is not installed here', define)
}

/** nginx with the shipped file, without TLS, in front of servers at these ports of 127.0.0.1. */
export function startNginx(port: number, serverPorts: number[]) {
  return runNginx(port, (_folder, shipped) => withoutTls(shipped, port, serverPorts))
}

/** The same with TLS and a certificate of its own, which answers plain HTTP as shipped. */
export function startNginxWithTls({ plain, tls }: { plain: number; tls: number }) {
  return runNginx(plain, (folder, shipped) => withTls(folder, shipped, { plain, tls }))
}

async function runNginx(port: number, siteIn: (folder: string, shipped: string) => string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-nginx-'))
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, configurationIn(folder, siteIn(folder, await readFile(SHIPPED, 'utf8'))))
  // If this process is killed, nginx ends too.
  const nginx = spawn('setpriv', ['--pdeathsig=TERM', PROGRAM, '-c', file, '-p', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(nginx, 'exit')
  let words = ''
  nginx.stderr.on('data', (more) => (words += String(more)))
  await until(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx did not start: ${words}`)
    return fetch(`http://127.0.0.1:${port}/healthz`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  })
  return {
    /** Its log since the last call, except for stopped processes: it tries others then. */
    newWords() {
      const lines = words.split('\n').filter((line) => line && !line.includes('Connection refused'))
      words = ''
      return lines
    },
    async stop() {
      nginx.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What `nginx -t` says of the shipped file, with TLS and a certificate of its own; empty when it is valid. */
export async function testShippedNginx(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-nginx-'))
  try {
    const site = withTls(folder, await readFile(SHIPPED, 'utf8'), { plain: 8080, tls: 8443 })
    const file = path.join(folder, 'nginx.conf')
    await writeFile(file, configurationIn(folder, site))
    const { status, stderr } = spawnSync(PROGRAM, ['-t', '-q', '-c', file, '-p', folder], { encoding: 'utf8' })
    return status === 0 ? stderr : stderr || 'nginx is not there'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withTls(folder: string, shipped: string, { plain, tls }: { plain: number; tls: number }): string {
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=pomnim.example', '-days', '1']
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return replaced(shipped, [
    [/listen 80;/, () => `listen 127.0.0.1:${plain};`],
    [/listen 443 ssl;/, () => `listen 127.0.0.1:${tls} ssl;`],
    [/ssl_certificate .*;/, () => `ssl_certificate ${certificate};`],
    [/ssl_certificate_key .*;/, () => `ssl_certificate_key ${key};`],
  ])
}

/** Replaces host-specific lines, and fails when the shipped file has other lines than expected. */
function withoutTls(shipped: string, port: number, serverPorts: number[]): string {
  const servers = (line: string) => serverPorts.map((server) => line.replace('3000', String(server))).join('\n')
  return replaced(shipped, [
    [/^ *server 127\.0\.0\.1:3000\b.*;$/m, servers],
    [/^server \{\n *listen 80;.*?^\}\n/ms, () => ''],
    [/listen 443 ssl;/, () => `listen 127.0.0.1:${port};`],
    [/^ *ssl_certificate .*\n *ssl_certificate_key .*\n/m, () => ''],
    [/\/opt\/pomnim\/config\/deploy/, () => path.dirname(SHIPPED)],
  ])
}

function replaced(shipped: string, replacements: [RegExp, (found: string) => string][]): string {
  return replacements.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`config/deploy/nginx.conf lacks ${pattern}`)
    return text.replace(pattern, replacement)
  }, shipped)
}

/** One worker, with as many connections as the guide gives it. */
function configurationIn(folder: string, site: string): string {
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {
  worker_connections 8192;
}
http {
  access_log off;
  set_real_ip_from 127.0.0.0/8;
  real_ip_header ${ADDRESS_HEADER};
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
${site}
}
`
}
