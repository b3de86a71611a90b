import path from 'node:path'
import ts from 'typescript'

/** Which file of the repository imports which. Paths are relative to the repository's root, with `/`. */
export interface ImportGraph {
  files: string[]
  /** The files that a file imports, each once: type-only, dynamic and re-exporting imports count too; packages do not. */
  importsOf: (file: string) => string[]
}

const ROOT = path.resolve(__dirname, '../..')
const SOURCES = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Reads the imports of all files below `folders`. TypeScript itself finds and resolves them, aliases included. */
export function readImportGraph(folders = ['src', 'config']): ImportGraph {
  const settings = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.json'), { allowJs: true }, HOST)
  // Tools of benchmarks install packages of their own below config/tools.
  const files = folders
    .flatMap((folder) => ts.sys.readDirectory(path.join(ROOT, folder), SOURCES, ['**/node_modules']))
    .sort()
  const known = new Set(files)
  const cache = ts.createModuleResolutionCache(ROOT, (name) => name, settings?.options)

  const importsIn = (file: string): string[] => {
    const specifiers = ts.preProcessFile(ts.sys.readFile(file) ?? '', true, true).importedFiles
    const resolved = specifiers.map(
      ({ fileName }) =>
        ts.resolveModuleName(fileName, file, settings?.options ?? {}, ts.sys, cache).resolvedModule?.resolvedFileName,
    )
    return [...new Set(resolved)].flatMap((found) => (found && known.has(found) ? [fromRoot(found)] : []))
  }

  const imports = new Map(files.map((file) => [fromRoot(file), importsIn(file)]))
  return { files: files.map(fromRoot), importsOf: (file) => imports.get(file) ?? [] }
}

/**
 * Groups of files that import each other in a circle, directly or through others: the graph's strongly connected
 * components of more than one file (Tarjan's algorithm). A file that imports itself counts too.
 */
export function importCircles({ files, importsOf }: ImportGraph): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []

  /** Returns the earliest file that is reachable from `file` and still open. */
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    open.push(file)
    let earliest = own
    for (const next of importsOf(file)) {
      if (!order.has(next)) earliest = Math.min(earliest, visit(next))
      else if (open.includes(next)) earliest = Math.min(earliest, order.get(next) ?? own)
    }
    if (earliest === own) {
      const group = open.splice(open.indexOf(file)).sort()
      if (group.length > 1 || importsOf(file).includes(file)) circles.push(group)
    }
    return earliest
  }

  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

const HOST: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }

function fromRoot(file: string): string {
  return path.relative(ROOT, file).split(path.sep).join('/')
}
