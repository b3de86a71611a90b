import path from 'node:path'
import ts from 'typescript'

/** Which file of the repository imports which. Paths are relative to the repository's root, with `/`. */
export interface ImportGraph {
  files: string[]
  /** The file of the repository that an import in `file` names, `undefined` for a package. */
  resolve: (specifier: string, file: string) => string | undefined
  /** The files that a file imports, each once: type-only, dynamic and re-exporting imports count too; packages do not. */
  importsOf: (file: string) => string[]
}

const ROOT = path.resolve(__dirname, '../..')
const SOURCES = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Reads the imports of all files below `src` and `config`. TypeScript itself finds and resolves them, aliases included. */
export function readImportGraph(root = ROOT): ImportGraph {
  const settings = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), { allowJs: true }, HOST)
  const fromRoot = (file: string) => path.relative(root, file).split(path.sep).join('/')
  // Tools of benchmarks install packages of their own below config/tools.
  const files = ['src', 'config']
    .flatMap((folder) => ts.sys.readDirectory(path.join(root, folder), SOURCES, ['**/node_modules']))
    .map(fromRoot)
    .sort()
  const known = new Set(files)
  const cache = ts.createModuleResolutionCache(root, (name) => name, settings?.options)

  const resolve = (specifier: string, file: string): string | undefined => {
    const found = ts.resolveModuleName(specifier, path.join(root, file), settings?.options ?? {}, ts.sys, cache)
    const resolved = found.resolvedModule && fromRoot(found.resolvedModule.resolvedFileName)
    return resolved !== undefined && known.has(resolved) ? resolved : undefined
  }
  const importsIn = (file: string): string[] => {
    const specifiers = ts.preProcessFile(ts.sys.readFile(path.join(root, file)) ?? '', true, true).importedFiles
    return [...new Set(specifiers.flatMap(({ fileName }) => resolve(fileName, file) ?? []))]
  }

  const imports = new Map(files.map((file) => [file, importsIn(file)]))
  return { files, resolve, importsOf: (file) => imports.get(file) ?? [] }
}

/**
 * Groups of files that import each other in a circle, directly or through others: the graph's strongly connected
 * components of more than one file (Tarjan's algorithm). A file that imports itself counts too.
 */
export function importCircles({ files, importsOf }: Pick<ImportGraph, 'files' | 'importsOf'>): string[][] {
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
