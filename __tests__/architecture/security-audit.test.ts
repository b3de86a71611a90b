import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AUDIT_PAGE, type AuditRow, readAudit, renderAudit, VERDICTS } from '../../config/scripts/render-audit'

const ROOT = path.resolve(__dirname, '../..')
const TESTS = path.join(ROOT, '__tests__')
const PAGES = ['SECURITY.md', 'config/security/model.md']
  .map((name) => readFileSync(path.join(ROOT, name), 'utf8'))
  .join('\n')

/** The requirements of OWASP ASVS 5.0.0 of levels 1 and 2: by chapter and section, the numbers of their rows. */
const REQUIRED = `
  1.1: 1-2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1-2
  2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1
  3.2: 1-2; 3.3: 1-4; 3.4: 1-6; 3.5: 1-5; 3.7: 1-2
  4.1: 1-3; 4.2: 1; 4.3: 1-2; 4.4: 1-4
  5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3
  6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5; 6.6: 1-3; 6.8: 1-4
  7.1: 1-3; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2; 7.6: 1-2
  8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1
  9.1: 1-3; 9.2: 1-4
  10.1: 1-2; 10.2: 1-2; 10.3: 1-4; 10.4: 1-11; 10.5: 1-5; 10.6: 1-2; 10.7: 1-3
  11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1
  12.1: 1-3; 12.2: 1-2; 12.3: 1-4
  13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5
  14.1: 1-2; 14.2: 1-4; 14.3: 1-3
  15.1: 1-3; 15.2: 1-3; 15.3: 1-7
  16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3
  17.1: 1; 17.2: 1-4; 17.3: 1-2
`

const rows = readAudit()
const EVERYTHING = PAGES + rows.map(({ reason }) => `\n${reason}`).join('')
const sections = (PAGES.match(/^## .+$/gm) ?? []).map((heading) => heading.slice('## '.length))

function requiredIds(): string[] {
  const runs = REQUIRED.trim().split(/;|\n/)
  return runs.flatMap((run) => {
    const [section = '', numbers = ''] = run.trim().split(': ')
    const [first = 0, last = first] = numbers.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_none, index) => `${section}.${first + index}`)
  })
}

/** What stands in backticks and looks like a file or a folder of the repository. */
function pathsIn(text: string): string[] {
  const quoted = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, inside = '']) => inside)
  return quoted.filter((inside) =>
    /^[\w-]+(?:[./][\w-]+)*\.(?:tsx?|c?js|mjs|json|md|example)$|^src\/[\w/-]+$/.test(inside),
  )
}

const isTest = (name: string) => /\.test\.tsx?$/.test(name) && existsSync(path.join(TESTS, name))
const exists = (name: string) => isTest(name) || [ROOT, TESTS].some((folder) => existsSync(path.join(folder, name)))
const sectionsIn = (text: string) => Array.from(text.matchAll(/“([^”]+)”/g), ([, name = '']) => name)
const withVerdict = (verdict: AuditRow['verdict']) => rows.filter((row) => row.verdict === verdict)

describe('the audit', () => {
  it('has each requirement of levels 1 and 2 once, in their order', () => {
    expect(requiredIds()).toHaveLength(253)
    expect(rows.map(({ requirement }) => requirement)).toEqual(requiredIds())
  })

  it('says of each what it is about, and one of three verdicts', () => {
    expect(rows.filter(({ about, verdict }) => !about || !VERDICTS.includes(verdict))).toEqual([])
  })

  it('is the page that the table makes', async () => {
    expect(readFileSync(AUDIT_PAGE, 'utf8')).toBe(await renderAudit(rows))
  })

  it('names for what holds a test, a source, or a part of the pages', () => {
    const isShown = ({ reason }: AuditRow) =>
      pathsIn(reason).some(exists) || sectionsIn(reason).some((section) => sections.includes(section))
    expect(withVerdict('holds').filter((row) => !isShown(row))).toEqual([])
  })

  it('says why of what does not apply or is not met', () => {
    const isExplained = ({ reason }: AuditRow) => /\p{L}{2}/u.test(reason.replace(/`[^`]*`/g, ''))
    expect([...withVerdict('does not apply'), ...withVerdict('not met')].filter((row) => !isExplained(row))).toEqual([])
  })

  it('leaves at most fifteen unmet', () => {
    expect(withVerdict('not met').length).toBeLessThanOrEqual(15)
  })

  it('refers to no row that is not there', () => {
    const referred = Array.from(EVERYTHING.matchAll(/(?:[Aa]s|see|row) (\d+\.\d+\.\d+)/g), ([, id]) => id)
    expect(referred.length).toBeGreaterThan(5)
    expect(referred.filter((id) => !rows.some(({ requirement }) => requirement === id))).toEqual([])
  })
})

describe('the pages and the audit', () => {
  it('name only files that there are', () => {
    const named = pathsIn(EVERYTHING)
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter((name) => !exists(name))).toEqual([])
  })

  it('refer only to parts that the pages have', () => {
    const inRows = rows.flatMap(({ reason }) => sectionsIn(reason)).filter((name) => /^[A-Z]/.test(name))
    expect(inRows.filter((name) => !sections.includes(name))).toEqual([])
  })
})

/** What rows of the audit say is nowhere in the sources. */
const ABSENT: [what: string, folder: string, pattern: RegExp][] = [
  ['code made of texts', 'src', /\beval\(|new Function\b/],
  ['a listener to messages of other pages', 'src/client', /postMessage|onmessage|addEventListener\(\s*'message'/],
  ['a cookie', 'src', /document\.cookie|set-cookie|@fastify\/(?:cookie|session)/i],
  ['a CORS header', 'src', /access-control-allow|@fastify\/cors/i],
  ['a TLS client that believes anybody', 'src', /rejectUnauthorized|TLS_REJECT|checkServerIdentity/],
  ['a lenient HTTP parser', 'src', /insecureHTTPParser/],
]

function sourcesBelow(folder: string): string[] {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.(?:tsx?|html)$/.test(file)).map((file) => path.join(folder, file))
}

const holding = (folder: string, pattern: RegExp) =>
  sourcesBelow(folder).filter((file) => pattern.test(readFileSync(path.join(ROOT, file), 'utf8')))

describe('the sources', () => {
  it.each(ABSENT)('hold nowhere %s', (_what, folder, pattern) => {
    expect(sourcesBelow(folder).length).toBeGreaterThan(100)
    expect(holding(folder, pattern)).toEqual([])
  })

  it("make HTML of no text but the operator's legal ones", () => {
    const pattern = /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/
    expect(holding('src', pattern)).toEqual(['src/client/features/info/legal/LegalDocument.tsx'])
  })

  it('start no program but the one that decodes pictures and ffmpeg, and those without a shell', () => {
    expect(holding('src', /child_process/).sort()).toEqual([
      'src/server/media/film-encoder.ts',
      'src/server/media/process-pool.ts',
    ])
    expect(holding('src', /import \{[^}]*\b(?:fork|spawn|execFile)\b[^}]*\} from 'node:child_process'/)).toHaveLength(2)
    expect(holding('src', /\bshell: |\bexec(?:Sync)?,|import \{ exec(?:Sync)? \}/)).toEqual([])
  })
})

it('takes every package in an exact version with a checksum', () => {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string }>
  }
  const packages = Object.entries(lock.packages).filter(([folder]) => folder !== '')
  expect(packages.length).toBeGreaterThan(500)
  const isKnown = (resolved = 'https://registry.npmjs.org/') => resolved.startsWith('https://registry.npmjs.org/')
  const isExact = ({ version, integrity, resolved }: (typeof packages)[number][1]) =>
    version !== undefined && (integrity ?? '').startsWith('sha512-') && isKnown(resolved)
  expect(packages.filter(([, each]) => !isExact(each)).map(([folder]) => folder)).toEqual([])
})
