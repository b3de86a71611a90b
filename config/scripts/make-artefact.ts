import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { COPIED_FILES, COPIED_FOLDERS } from '../artefact-files'
import { ROOT } from '../folders'
import { compile } from './compile'
import { stalePrograms } from './staleness'

const ARTEFACT = path.join(ROOT, 'dist', 'artefact')
/** Packages whose files the server reads without importing them. */
const READ_AS_FILES = ['@fontsource/pt-serif']

interface Package {
  name: string
  version: string
  license: string
  engines: object
  bin: object
  dependencies: Record<string, string>
  overrides: object
}

makeArtefact().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/** `npm run artefact`: builds what is stale, and lays the built product with its packages into dist/artefact. */
async function makeArtefact(): Promise<void> {
  const stale = stalePrograms()
  if (stale.length > 0) await compile(stale)
  rmSync(ARTEFACT, { recursive: true, force: true })
  for (const folder of COPIED_FOLDERS) {
    cpSync(path.join(ROOT, folder), path.join(ARTEFACT, folder), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
  }
  for (const file of COPIED_FILES) {
    mkdirSync(path.dirname(path.join(ARTEFACT, file)), { recursive: true })
    cpSync(path.join(ROOT, file), path.join(ARTEFACT, file))
  }
  const { name, version, license, engines, bin, dependencies, overrides } = readJson(
    'package.json',
  ) as unknown as Package
  const used = packagesUsed().map((each) => [each, dependencies[each] ?? missing(each)] as const)
  const scripts = { start: 'exec sh config/scripts/start.sh', admin: 'exec sh config/scripts/admin.sh' }
  write('package.json', {
    name,
    version,
    license,
    private: true,
    engines,
    bin,
    scripts,
    dependencies: Object.fromEntries(used),
    overrides,
  })
  // With the lock file next to it npm installs the tested versions, and leaves out what is not used.
  cpSync(path.join(ROOT, 'package-lock.json'), path.join(ARTEFACT, 'package-lock.json'))
  cpSync(path.join(ROOT, '.npmrc'), path.join(ARTEFACT, '.npmrc'))
  execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { cwd: ARTEFACT, stdio: 'inherit' })
}

/** The packages that the built bundles load: webpack leaves them external in the server's. */
function packagesUsed(): string[] {
  const used = new Set(READ_AS_FILES)
  for (const program of ['server', 'renderer']) {
    const folder = path.join(ARTEFACT, 'dist', program)
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(path.join(folder, file), 'utf8')
      for (const [, request = ''] of text.matchAll(/\brequire\("([^"./][^"]*)"\)/g)) {
        if (!request.startsWith('node:') && !builtinModules.includes(request)) used.add(packageOf(request))
      }
    }
  }
  return [...used].sort()
}

/** '@scope/name' of '@scope/name/part', 'name' of 'name/part'. */
function packageOf(request: string): string {
  return request.split('/', request.startsWith('@') ? 2 : 1).join('/')
}

function missing(name: string): never {
  throw new Error(`the built server needs ${name}, which is not among the dependencies of package.json`)
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, unknown>
}

function write(file: string, value: object): void {
  writeFileSync(path.join(ARTEFACT, file), `${JSON.stringify(value, null, 2)}\n`)
}
