const fs = require('node:fs')
const Module = require('node:module')

const TRANSFORM_OPTIONS = {
  instrument: false,
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
}

let transform
let mapping = []

/** Compiled sources by file: support modules are evaluated again for each test file. */
const compiled = new Map()

/** The path of each compiled file's source map. */
const sourceMaps = new Map()
exports.sourceMaps = sourceMaps

/**
 * Makes Node's `require` compile TypeScript with jest's transformer, and resolve modules by the config's
 * `moduleNameMapper`.
 */
exports.compileWith = function compileWith(transformer, moduleNameMapper) {
  transform = transformer
  mapping = moduleNameMapper.map(([pattern, target]) => [new RegExp(pattern), target])
}

for (const extension of ['.ts', '.tsx']) {
  Module._extensions[extension] = (module, file) => module._compile(codeOf(file), file)
}

function codeOf(file) {
  const source = fs.readFileSync(file, 'utf8')
  const known = compiled.get(file)
  if (known?.source === source) return known.code
  const { code, sourceMapPath } = transform.transform(file, TRANSFORM_OPTIONS, source)
  if (sourceMapPath) sourceMaps.set(file, sourceMapPath)
  compiled.set(file, { source, code })
  return code
}

const resolveFilename = Module._resolveFilename
Module._resolveFilename = function resolveMapped(request, ...rest) {
  for (const [pattern, target] of mapping) {
    const match = pattern.exec(request)
    if (match) return resolveFilename.call(this, target.replace('$1', match[1]).replace('$2', match[2]), ...rest)
  }
  return resolveFilename.call(this, request, ...rest)
}
