const { default: TestRunner } = require('jest-runner')

/** jest gives each runner workers of its own: those of the client have a document among their globals, where a server has none. */
module.exports = class ClientRunner extends TestRunner {}
