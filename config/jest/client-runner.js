const { default: TestRunner } = require('jest-runner')

/** jest gives each runner its own workers: client workers have a document among their globals, server workers must not. */
module.exports = class ClientRunner extends TestRunner {}
