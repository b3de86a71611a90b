const { experiments } = require('@rspack/core')

/**
 * TypeScript as CommonJS for the Node that runs here: with the compiler that the build has, so that build, tests and scripts
 * read the sources alike.
 * @param {string} source
 * @param {string} filename
 * @returns {{ code: string, map?: string }}
 */
exports.compileTypescript = function compileTypescript(source, filename) {
  const isTypescript = /\.[mc]?tsx?$/.test(filename)
  const { code, map } = experiments.swc.transformSync(source, {
    filename,
    sourceMaps: true,
    env: { targets: { node: process.versions.node } },
    module: { type: 'commonjs' },
    jsc: {
      parser: isTypescript
        ? { syntax: 'typescript', tsx: filename.endsWith('x') }
        : { syntax: 'ecmascript', jsx: true },
      transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true, hidden: { jest: true } },
    },
  })
  return { code, map }
}
