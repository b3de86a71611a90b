import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type Mutant, withSwitches } from './switches'

/** A working copy of a checkout with all mutants built in. */
export interface Copy {
  folder: string
  /** Switches a mutant on, or with 0 all off; with `record`, the reached switches are recorded. */
  switchOn(which: number | 'record'): void
  /** The file of recorded switches. */
  hits: string
}

/** Generated folders of a checkout. */
const MADE = ['node_modules', 'dist', 'data', 'coverage', '.git']

/**
 * Copies git's files of a checkout, committed or not, with the mutants built in. The packages are those of the checkout. An
 * existing copy is updated: unchanged files retain their times, so the server is built only if necessary.
 */
export function makeCopy(tree: string, folder: string, mutants: readonly Mutant[]): Copy {
  fs.mkdirSync(folder, { recursive: true })
  const root = fs.realpathSync(folder)
  const state = `${root}.state`
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: tree })
  const files = new Set(
    listed
      .toString()
      .split('\0')
      .filter((file) => file && fs.existsSync(path.join(tree, file))),
  )
  for (const file of filesIn(root)) if (!files.has(file)) fs.rmSync(path.join(root, file))
  for (const file of files) {
    const own = mutants.filter((mutant) => mutant.file === file)
    const bytes = fs.readFileSync(path.join(tree, file))
    write(tree, root, file, own.length > 0 ? Buffer.from(withSwitches(bytes.toString(), own, state)) : bytes)
  }
  const packages = path.join(root, 'node_modules')
  if (!fs.existsSync(packages)) fs.symlinkSync(path.join(tree, 'node_modules'), packages)
  return {
    folder: root,
    switchOn: (which) => fs.writeFileSync(state, String(which)),
    hits: `${state}.hits`,
  }
}

function write(tree: string, root: string, file: string, bytes: Buffer): void {
  const target = path.join(root, file)
  if (fs.existsSync(target) && fs.readFileSync(target).equals(bytes)) return
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, bytes, { mode: fs.statSync(path.join(tree, file)).mode })
}

function filesIn(root: string, folder = ''): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (folder === '' && MADE.includes(entry.name)) return []
    return entry.isDirectory() ? filesIn(root, file) : [file]
  })
}
