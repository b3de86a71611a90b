import { readFileSync } from 'node:fs'
import path from 'node:path'
import { importCircles, readImportGraph } from './import-graph'

const ROOT = path.resolve(__dirname, '../..')
const SMALL_LINES = 25

/**
 * Prints the size of the sources: how many files, how long they are, how many are small and used by one file only, and how
 * many import each other in a circle. `npm run count`; `npm run count -- --list` names the small ones.
 */
function main(): void {
  const graph = readImportGraph()
  const importers = new Map(graph.files.map((file) => [file, 0]))
  for (const file of graph.files) {
    for (const imported of graph.importsOf(file)) importers.set(imported, (importers.get(imported) ?? 0) + 1)
  }
  const lines = new Map(graph.files.map((file) => [file, linesOf(file)]))
  const lengths = [...lines.values()].sort((one, other) => one - other)
  const small = graph.files.filter((file) => (lines.get(file) ?? 0) <= SMALL_LINES && importers.get(file) === 1)
  const circles = importCircles(graph)

  print(`files in src and config: ${graph.files.length}`)
  print(`lines of a file: median ${quantile(lengths, 0.5)}, 90th percentile ${quantile(lengths, 0.9)}`)
  print(`files of ${SMALL_LINES} lines or fewer with one importer: ${small.length}`)
  print(`circles: ${circles.length}, with ${circles.flat().length} files`)
  if (process.argv.includes('--list')) for (const file of small) print(`  ${lines.get(file)} ${file}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function linesOf(file: string): number {
  return readFileSync(path.join(ROOT, file), 'utf8').trimEnd().split('\n').length
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

main()
