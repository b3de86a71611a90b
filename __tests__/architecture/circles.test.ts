import { type ImportGraph, importCircles, readImportGraph } from '../../config/scripts/import-graph'

let graph: ImportGraph

beforeAll(() => {
  graph = readImportGraph()
})

it('finds no circle of imports in src and config', () => {
  const circles = importCircles(graph)

  expect(graph.files.length).toBeGreaterThan(100)
  expect(circles).toEqual([])
})

it('sees a circle through several files, and a file that imports itself', () => {
  const imports: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['a'], d: ['a', 'e'], e: [], f: ['f'] }

  const circles = importCircles({ files: Object.keys(imports), importsOf: (file) => imports[file] ?? [] })

  expect(circles).toEqual([['a', 'b', 'c'], ['f']])
})

it.each([
  ['by a relative path', 'src/server/app.ts', 'src/server/plugins/errors.ts'],
  ['by an alias', 'src/server/app.ts', 'src/contract/paths.ts'],
  ['for a type only', 'src/server/mail/queue.ts', 'src/server/db/schema.ts'],
  ['when it is needed', 'src/server/storage/open-store.ts', 'src/server/storage/s3-store.ts'],
  ['from a configuration', 'config/eslint/eslint.config.mjs', 'config/eslint/layers.mjs'],
])('sees what a file imports %s', (_how, file, imported) => {
  expect(graph.importsOf(file)).toContain(imported)
})

it('leaves packages out', () => {
  const imported = graph.files.flatMap((file) => graph.importsOf(file))

  expect(imported.filter((file) => !graph.files.includes(file))).toEqual([])
})
