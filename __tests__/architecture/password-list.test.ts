import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(__dirname, '../..')
const PACKAGE = '@zxcvbn-ts/'

/** The sources under a folder that name the package, by their path. */
function namingThePackage(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'utf8').includes(PACKAGE))
    .map((file) => path.relative(ROOT, file))
}

it('keeps the list of well-known passwords on the server: half a megabyte that no browser should load', () => {
  expect(namingThePackage('src')).toEqual(['src/server/lib/guessable-secrets.ts'])
})
