const asyncHooks = require('node:async_hooks')
const { ModernFakeTimers } = require('@jest/fake-timers')
const { ModuleMocker } = require('jest-mock')

const STACK_FRAMES = 15

/**
 * Storages created since the last file ended. jest-circus creates one per test file, and each that stays enabled slows down
 * every promise.
 */
const storages = new Set()

asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...args) {
    super(...args)
    storages.add(this)
  }
}

/** Uses the globals of the worker itself, where jest's own environments make new ones for each file. */
module.exports = class SharedNodeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis
    // Tells support modules that what they open may serve later files too (worker/shared-modules.ts). The globals that jest's
    // own environments make for a file get all properties of these, but are others.
    this.global.modulesAreSharedIn = globalThis
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {
    // jest has just set it to a hundred, and React in development captures the stack of each new element.
    Error.stackTraceLimit = STACK_FRAMES
  }

  async teardown() {
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')]
    // A storage that is used again is re-enabled by that use.
    for (const storage of storages) storage.disable()
    storages.clear()
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return null
  }
}
