const { default: TestRunner } = require('jest-runner')

/** Runs its files one after another, while no other project runs: for tests that measure time. */
module.exports = class AloneRunner extends TestRunner {
  isSerial = true
}
