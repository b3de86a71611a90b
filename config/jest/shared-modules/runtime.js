const path = require('node:path')
const { jestObject } = require('./jest-object')
const { compileWith, sourceMaps } = require('./require-hook')

const ROOT = path.resolve(__dirname, '../../..')
const WORKER_SUPPORT = path.join(ROOT, '__tests__/support/worker') + path.sep
/** Modules with state of one test file: hooks, test data, jest's functions. */
const LOADED_FOR_EACH_FILE = [
  path.join(ROOT, '__tests__'),
  path.join(ROOT, 'config/jest'),
  path.dirname(require.resolve('jest-circus/package.json')),
].map((folder) => folder + path.sep)
const OF_JEST_WORKER = { END: 2 }
/** jest replaces it with one that complains. */
const exitProcess = process.exit.bind(process)

/**
 * Replaces jest-runtime (`runtime` in jest.config.js): Node loads the modules itself, so that all test files of a worker
 * share those of src and of the packages. jest's own runtime loads and compiles everything again for each file, which took
 * most of a run. The price: no `jest.mock` and no `jest.isolateModules` (a test that needs them is named
 * `*.isolated.test.ts`), and a test file has to restore what it changes in a module or in a global.
 */
class SharedModulesRuntime {
  #environment

  constructor(config, environment, _resolver, transformer) {
    this.#environment = environment
    compileWith(transformer, config.moduleNameMapper)
    for (const file of Object.keys(require.cache)) if (isLoadedForEachFile(file)) delete require.cache[file]
    environment.global.jest = jestObject(environment)
  }

  requireModule(file) {
    const exported = require(file)
    return exported?.__esModule ? exported.default : exported
  }

  requireInternalModule(file) {
    return require(file)
  }

  unstable_shouldLoadAsEsm() {
    return false
  }

  getSourceMaps() {
    return sourceMaps
  }

  clearAllMocks() {
    this.#environment.moduleMocker.clearAllMocks()
  }

  resetAllMocks() {
    this.#environment.moduleMocker.resetAllMocks()
  }

  restoreAllMocks() {
    this.#environment.moduleMocker.restoreAllMocks()
  }

  teardown() {
    this.restoreAllMocks()
    this.#environment.fakeTimersModern.useRealTimers()
    process.exit = exitProcess
  }

  // Called by jest for features that are not in use here.
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  resetModules() {}
  getAllCoverageInfoCopy() {}
}

function isLoadedForEachFile(file) {
  if (file.startsWith(WORKER_SUPPORT) || file.startsWith(__dirname + path.sep)) return false
  return LOADED_FOR_EACH_FILE.some((folder) => file.startsWith(folder))
}

// What the files of a worker share (a database, its thread) would keep the worker alive.
process.on('message', ([type]) => {
  if (type === OF_JEST_WORKER.END) exitProcess()
})

module.exports = SharedModulesRuntime
