import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { BEHAVIOURS } from '../../config/scripts/behaviours'
import { countSources } from '../../config/scripts/count-sources'
import { readNameGraph } from '../../config/scripts/follow-names'
import { readImportGraph } from '../../config/scripts/import-graph'

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "moduleResolution": "bundler", "module": "ESNext" } }',
  'src/form.ts': `
    import type { Shape } from './shape'
    import { send, unused } from './api'
    import './styles'
    import * as words from './words'
    export function Form(shape: Shape) { return send(words.words) + shape.hint }
    export const Lazy = () => import('./lazy')
    export const Other = () => unused`,
  'src/api.ts': `
    import { text } from './text'
    import { rest } from './rest'
    export { ending } from './ending'
    export const send = (value: string) => text(value) + ending()
    export const unused = rest`,
  'src/again.ts': `export { ending } from './ending'
    export const Form = () => import('./form')`,
  'src/ending.ts': `import { deep } from './deep'
    export function ending() { return deep }`,
  ...Object.fromEntries(['text', 'words', 'rest', 'deep', 'lazy'].map((name) => [`src/${name}.ts`, plain(name)])),
  'src/shape.ts': 'export interface Shape { hint: string }',
  'src/styles.ts': 'export {}',
}

let tree: string

beforeAll(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'count-'))
  mkdirSync(path.join(tree, 'src'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(tree, name), text)
})

afterAll(() => {
  rmSync(tree, { recursive: true })
})

it('finds where each behaviour begins, and its files', () => {
  const { behaviours, figures } = countSources(path.resolve(__dirname, '../..'))

  expect(Object.keys(behaviours)).toEqual(BEHAVIOURS.map(({ title }) => title))
  for (const { title, entries, atMost } of BEHAVIOURS) {
    const opened = behaviours[title] ?? []
    expect(opened.length).toBeGreaterThan(Math.min(entries.length, 4))
    expect({ title, tooMany: opened.length > atMost && opened }).toEqual({ title, tooMany: false })
  }
  expect(figures['src: files']).toBeGreaterThan(100)
})

it('follows the names that are used, and neither types nor lazy chunks', () => {
  expect(followed('Form')).toEqual([
    'src/api.ts',
    'src/deep.ts',
    'src/ending.ts',
    'src/form.ts',
    'src/text.ts',
    'src/words.ts',
  ])
})

it('wants of each end that something on the way uses it', () => {
  expect(() => followed('Form', { ends: ['renamed'] })).toThrow('Nothing on the way uses renamed')
})

it('follows no name where the behaviour ends, and no file that is shared', () => {
  expect(followed('Form', { ends: ['ending'] })).not.toContain('src/ending.ts')
  expect(followed('Form', { shared: 'src/text.ts' })).not.toContain('src/text.ts')
})

function followed(name: string, { ends, shared }: { ends?: string[]; shared?: string } = {}): string[] {
  const names = readNameGraph(readImportGraph(tree), tree)
  const file = names.fileOf(name)
  return names.follow(file === undefined ? [] : [{ file, name }], { ends, isShared: (each) => each === shared })
}

function plain(name: string): string {
  return `export const ${name} = (value = '') => value`
}
