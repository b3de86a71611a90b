const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const transformer = require('../../../config/jest/transformer.js')

/**
 * Gives jest a source together with its broken copies: the test environment says, by `BROKEN_RULE`, which of them a test file
 * runs with. `copies` of the configuration has the copies of each source by the numbers of the rules that they break.
 */
module.exports = {
  ...transformer,

  process(source, file, options) {
    const compiled = transformer.process(source, file, options)
    const copies = Object.entries(options.transformerConfig.copies[file] ?? {})
    if (copies.length === 0) return compiled
    const cases = copies.map(([rule, copy]) => {
      const { code } = transformer.process(readFileSync(copy, 'utf8'), file, options)
      return `case ${JSON.stringify(rule)}: (function () {${code}\n})(); break;`
    })
    return {
      code: `switch (globalThis.BROKEN_RULE) {${cases.join('\n')}\ndefault: (function () {${compiled.code}\n})()}`,
    }
  },

  getCacheKey(source, file, options) {
    const key = createHash('sha1').update(transformer.getCacheKey(source, file, { ...options, transformerConfig: {} }))
    for (const [rule, copy] of Object.entries(options.transformerConfig.copies[file] ?? {})) {
      key.update(`\0${rule}\0`).update(readFileSync(copy))
    }
    return key.digest('hex')
  },
}
