const { addHook } = require('pirates')
const { compileTypescript } = require('./compile-typescript.cjs')

/** Lets node run the TypeScript of config/ and rspack.config.ts. */
addHook((source, file) => compileTypescript(source, file).code, { extensions: ['.ts'], ignoreNodeModules: true })
