/** The global `jest` of a test file, with those of its functions that work on shared modules. */
exports.jestObject = function jestObject({ moduleMocker, fakeTimersModern: timers }) {
  const jest = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    replaceProperty: moduleMocker.replaceProperty.bind(moduleMocker),
    mocked: (value) => value,
    clearAllMocks: chained(() => moduleMocker.clearAllMocks()),
    resetAllMocks: chained(() => moduleMocker.resetAllMocks()),
    restoreAllMocks: chained(() => moduleMocker.restoreAllMocks()),
    useFakeTimers: chained((options) => timers.useFakeTimers(options)),
    useRealTimers: chained(() => timers.useRealTimers()),
    setSystemTime: (now) => timers.setSystemTime(now),
    getTimerCount: () => timers.getTimerCount(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    setTimeout: chained((ms) => (globalThis[TEST_TIMEOUT] = ms)),
  }
  function chained(work) {
    return (...args) => {
      work(...args)
      return jest
    }
  }
  return jest
}

/** jest-circus reads the test timeout of the file from here. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL')
