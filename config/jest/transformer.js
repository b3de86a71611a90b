const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { compileTypescript } = require('../compile-typescript.cjs')

const CONFIG = path.resolve(__dirname, '..')
const VERSION = ['compile-typescript.cjs', 'jest/transformer.js', '../package-lock.json']
  .map((file) => readFileSync(path.join(CONFIG, file)))
  .reduce((hash, bytes) => hash.update(bytes), createHash('sha1'))
  .digest('hex')

/** SWC's exports cannot be redefined. */
const EXPORT = /(\benumerable: true),(\s+get:)/g

/** Compiles for jest. Exports stay replaceable, so that `jest.spyOn` works on a module. */
module.exports = {
  canInstrument: false,

  process(source, file) {
    const { code, map } = compileTypescript(source, file)
    return { code: code.replaceAll(EXPORT, '$1, configurable: true,$2'), map }
  },

  getCacheKey(source, file) {
    return createHash('sha1').update(VERSION).update('\0').update(file).update('\0').update(source).digest('hex')
  },
}
