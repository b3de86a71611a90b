import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../folders'

const ARTEFACT = path.join(ROOT, 'dist/artefact')
const RELEASE = path.join(ROOT, 'dist/release')
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

interface Package {
  name: string
  version: string
  license?: string
}

/**
 * `npm run release`: lays the artefact with its list of packages (CycloneDX), their licences and checksums into dist/release.
 * The same commit gives the same bytes: files are sorted, and all times are the commit's.
 */
function makeRelease(): void {
  execFileSync('npm', ['run', 'artefact'], { cwd: ROOT, stdio: 'inherit' })
  rmSync(RELEASE, { recursive: true, force: true })
  mkdirSync(RELEASE, { recursive: true })
  const { name, version } = readPackage(ROOT)
  const seconds = Number(outputOf('git', ['log', '-1', '--format=%ct']))

  const licences = thirdParty([...packagesIn(path.join(ARTEFACT, 'node_modules')), ...packagesOfClient()])
  writeFileSync(path.join(ARTEFACT, 'THIRD-PARTY.txt'), licences)
  const files: Record<string, Buffer | string> = {
    [`${name}-${version}.tar.gz`]: archiveOf(ARTEFACT, `${name}-${version}`, seconds),
    [`${name}-${version}.cdx.json`]: sbom(seconds),
    'THIRD-PARTY.txt': licences,
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(RELEASE, file), content)
  const sums = Object.entries(files).map(([file, content]) => `${sha256(content)}  ${file}\n`)
  writeFileSync(path.join(RELEASE, 'SHA256SUMS'), sums.join(''))
}

/** A folder as .tar.gz under another name. Only names, contents and whether files may be run count. */
export function archiveOf(source: string, folder: string, seconds: number): Buffer {
  const order = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w']
  const names = [
    '--transform',
    `s,^${path.basename(source)},${folder},`,
    '-C',
    path.dirname(source),
    path.basename(source),
  ]
  const tar = execFileSync('tar', [...order, `--mtime=@${seconds}`, '-cf', '-', ...names], { maxBuffer: 2 ** 30 })
  return gzipSync(tar, { level: 9 })
}

/** The packages of the artefact from npm, without what npm generates afresh at each call. */
function sbom(seconds: number): string {
  const list = outputOf('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], ARTEFACT)
  const { serialNumber: _random, ...document } = JSON.parse(list) as { serialNumber: string; metadata: object }
  const metadata = { ...document.metadata, timestamp: new Date(seconds * 1000).toISOString() }
  return `${JSON.stringify({ ...document, metadata }, null, 2)}\n`
}

/** The folders of all packages in a node_modules folder, nested ones included. */
function packagesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  const inScopes = names.filter((name) => name.startsWith('@')).flatMap((scope) => readdirSync(path.join(folder, scope)).map((name) => `${scope}/${name}`)) // prettier-ignore
  const folders = [...names.filter((name) => !name.startsWith('@')), ...inScopes].map((name) => path.join(folder, name))
  return folders.flatMap((each) => [each, ...packagesIn(path.join(each, 'node_modules'))])
}

/** The folders of the packages that are built into the browser's bundle, by its source maps. */
function packagesOfClient(): string[] {
  const client = path.join(ROOT, 'dist/client')
  const maps = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))
  const folders = new Set<string>()
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(path.join(client, map), 'utf8')) as { sources: string[] }
    for (const source of sources) {
      const found = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source)?.[0]
      if (found && existsSync(path.join(ROOT, found, 'package.json'))) folders.add(path.join(ROOT, found))
    }
  }
  if (folders.size === 0) throw new Error('dist/client has no source maps to tell which packages are built into it')
  return [...folders]
}

/** Each package once, with its licence and licence texts. */
export function thirdParty(folders: string[]): string {
  const entries = new Map<string, string>()
  for (const folder of folders) {
    if (!existsSync(path.join(folder, 'package.json'))) continue
    const { name, version, license } = readPackage(folder)
    const texts = readdirSync(folder)
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
    const title = `${name} ${version}: ${license ?? 'see below'}`
    entries.set(title, [title, '-'.repeat(title.length), ...texts].join('\n\n'))
  }
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry)
  return `Packages that this release contains, and their licences.\n\n${sorted.join('\n\n\n')}\n`
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package
}

function outputOf(command: string, args: string[], cwd = ROOT): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

if (require.main === module) makeRelease()
