const { TestEnvironment } = require('jest-environment-node')

/** Runs a test file with the sources of one broken rule, and of its tests those whose names fit alone. */
module.exports = class BrokenCopy extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const { rule, tests } = config.projectConfig.testEnvironmentOptions
    this.global.BROKEN_RULE = rule
    this.tests = tests
  }

  handleTestEvent(event, state) {
    if (event.name === 'run_start') state.testNamePattern = new RegExp(this.tests)
  }
}
