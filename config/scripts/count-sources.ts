import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BEHAVIOURS, FORMER_NAMES } from './behaviours'
import { readNameGraph } from './follow-names'
import { type ImportGraph, importCircles, readImportGraph } from './import-graph'

const ROOT = path.resolve(__dirname, '../..')
const BASELINE = path.join(__dirname, 'count-baseline.json')
const SMALL_LINES = 25
/** A file that more files import is known by its name and not opened: the UI kit, `lib`, fields of the contract. */
const OPENED_UP_TO_IMPORTERS = 4

interface Count {
  figures: Record<string, number>
  /** The files to open for each behaviour. */
  behaviours: Record<string, string[]>
}

/**
 * Prints the size of the sources before the preparation of 1.0 and now, and how many files one opens to follow each of ten behaviours.
 *
 * `npm run count` compares with `count-baseline.json`; `-- --list` names the files; `-- --tree <folder>` counts another
 * checkout, and with `--baseline` writes it down as what was before.
 *
 * The files of a behaviour, by one rule for all: begin at the names in `behaviours.ts`, follow each name that a declaration
 * uses to the file that declares it, and stop at files with more than four importers. Types and what is loaded lazily are
 * not followed. A file that grows by merging until more than four import it drops out: its name has to be an entry to count.
 * On the tree that two reviewers counted by hand (261 files for the ten) the rule finds 255.
 */
function main(args: string[]): void {
  const tree = args.includes('--tree') ? path.resolve(args[args.indexOf('--tree') + 1] ?? '') : ROOT
  const now = countSources(tree)
  if (args.includes('--baseline')) {
    const opened = Object.entries(now.behaviours).map(([title, files]) => [title, files.length])
    writeFileSync(BASELINE, `${JSON.stringify({ ...now.figures, ...Object.fromEntries(opened) }, undefined, 2)}\n`)
  }
  const before = JSON.parse(readFileSync(BASELINE, 'utf8')) as Record<string, number>

  print(row('', 'before', 'now'))
  for (const [name, figure] of Object.entries(now.figures)) print(row(name, before[name], figure))
  print('')
  print(row('files to open to', 'before', 'now', 'at most', 'by hand'))
  for (const { title, atMost, reviewed } of BEHAVIOURS) {
    const files = now.behaviours[title] ?? []
    print(row(title, before[title], files.length, atMost, reviewed))
    if (args.includes('--list')) for (const file of files) print(`    ${file}`)
  }
}

export function countSources(root: string): Count {
  const graph = readImportGraph(root)
  const importers = countImporters(graph)
  const lines = new Map(graph.files.map((file) => [file, linesOf(path.join(root, file))]))
  const names = readNameGraph(graph, root)
  const isShared = (file: string) => (importers.get(file) ?? 0) > OPENED_UP_TO_IMPORTERS

  const files = BEHAVIOURS.map(({ title, entries, ends }) => {
    const found = entries.map((name) => {
      const called = [name, FORMER_NAMES[name]].find((each) => each !== undefined && names.fileOf(each) !== undefined)
      const file = called === undefined ? undefined : names.fileOf(called)
      if (called === undefined || file === undefined)
        throw new Error(`Nothing declares ${name}: name it in behaviours.ts.`)
      return { file, name: called }
    })
    return [title, names.follow(found, { ends, isShared })] as const
  })
  return {
    figures: { ...figuresOf('src', graph, lines, importers), ...figuresOf('config', graph, lines, importers) },
    behaviours: Object.fromEntries(files),
  }
}

function figuresOf(
  folder: string,
  graph: ImportGraph,
  linesOfAll: Map<string, number>,
  importers: Map<string, number>,
): Record<string, number> {
  const files = graph.files.filter((file) => file.startsWith(`${folder}/`))
  const lengths = files.map((file) => linesOfAll.get(file) ?? 0).sort((one, other) => one - other)
  const circles = importCircles(graph).filter((circle) => circle.some((file) => file.startsWith(`${folder}/`)))
  return {
    [`${folder}: files`]: files.length,
    [`${folder}: lines`]: lengths.reduce((sum, length) => sum + length, 0),
    [`${folder}: lines of a file, median`]: quantile(lengths, 0.5),
    [`${folder}: lines of a file, 90th percentile`]: quantile(lengths, 0.9),
    [`${folder}: files with one importer`]: files.filter((file) => importers.get(file) === 1).length,
    [`${folder}: files of at most ${SMALL_LINES} lines`]: lengths.filter((length) => length <= SMALL_LINES).length,
    [`${folder}: circles of imports`]: circles.length,
  }
}

function countImporters(graph: ImportGraph): Map<string, number> {
  const importers = new Map<string, number>()
  for (const imported of graph.files.flatMap(graph.importsOf)) {
    importers.set(imported, (importers.get(imported) ?? 0) + 1)
  }
  return importers
}

function row(name: string, ...columns: (number | string | undefined)[]): string {
  return name.padEnd(42) + columns.map((column) => String(column ?? '').padStart(9)).join('')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

if (require.main === module) main(process.argv.slice(2))
