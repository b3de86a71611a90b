import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { archiveOf, thirdParty } from '../../config/scripts/make-release'

const ROOT = path.resolve(__dirname, '../..')
const KINDS = ['Upgrade notes', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pomnim-release-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function lay(name: string, files: Record<string, string>): string {
  const target = path.join(folder, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true })
    writeFileSync(path.join(target, file), text)
  }
  return target
}

describe('the archive of a release', () => {
  it('has the same bytes whenever and in whatever order its files were written', () => {
    const one = lay('one/artefact', { 'a.txt': 'a', 'b/c.sh': 'c' })
    const other = lay('other/artefact', { 'b/c.sh': 'c', 'a.txt': 'a' })
    for (const each of [one, other]) chmodSync(path.join(each, 'b/c.sh'), 0o755)
    chmodSync(path.join(other, 'a.txt'), 0o600)
    utimesSync(path.join(other, 'a.txt'), 1, 1)

    expect(archiveOf(other, 'pomnim-1.2.3', 1_700_000_000).equals(archiveOf(one, 'pomnim-1.2.3', 1_700_000_000))).toBe(
      true,
    )
    lay('other/artefact', { 'a.txt': 'changed' })
    expect(archiveOf(other, 'pomnim-1.2.3', 1_700_000_000).equals(archiveOf(one, 'pomnim-1.2.3', 1_700_000_000))).toBe(
      false,
    )
  })

  it('unpacks into a folder of its name and version', () => {
    const archive = archiveOf(lay('artefact', { 'b/c.sh': 'c' }), 'pomnim-1.2.3', 0)
    const names = execFileSync('tar', ['-tzf', '-'], { input: archive, encoding: 'utf8' })
    expect(names.trim().split('\n')).toEqual(['pomnim-1.2.3/', 'pomnim-1.2.3/b/', 'pomnim-1.2.3/b/c.sh'])
  })
})

it('names each package once, with its licence and the texts of it', () => {
  const mit = { 'package.json': '{"name":"z","version":"1.0.0","license":"MIT"}', 'LICENSE.md': 'Do as you like.' }
  const folders = [lay('z', mit), lay('again', mit), lay('a', { 'package.json': '{"name":"a","version":"2.0.0"}' })]
  const text = thirdParty([...folders, path.join(folder, 'no package')])
  expect(text.match(/^[az] .*$/gm)).toEqual(['a 2.0.0: see below', 'z 1.0.0: MIT'])
  expect(text).toContain('Do as you like.')
})

describe('the changelog', () => {
  const text = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')
  const releases = [...text.matchAll(/^## \[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)$/gm)]

  it('begins with the version of the package', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(releases[0]?.slice(1, 4).join('.')).toBe(version)
  })

  it('has the releases from the newest to the oldest, and what changed by its kind', () => {
    const orders = releases.map(([, major, minor, patch]) => Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch))
    const days = releases.map(([, , , , day]) => day ?? '')
    expect(orders).toEqual([...orders].sort((one, other) => other - one))
    expect(days).toEqual([...days].sort().reverse())
    expect(text.match(/^## .*$/gm)).toHaveLength(releases.length + 1)
    const kinds = [...text.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind)
    expect(kinds.filter((kind) => !KINDS.includes(kind))).toEqual([])
  })
})
