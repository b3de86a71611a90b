const { default: TestRunner } = require('jest-runner')

/** Runs its files one after another, while no other project's run: for tests that time something. */
module.exports = class AloneRunner extends TestRunner {
  isSerial = true
}
