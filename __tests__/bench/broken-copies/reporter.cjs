/** Writes a line of JSON for each test file when it is through. */
module.exports = class Reporter {
  onTestFileResult(_test, { testFilePath: file, testExecError, testResults }) {
    const of = (status) => testResults.filter((test) => test.status === status)
    const failed = of('failed').map(({ fullName, failureMessages }) => ({
      name: fullName,
      why: failureMessages.join('\n'),
    }))
    const crash = testExecError && (testExecError.stack ?? testExecError.message)
    process.stdout.write(`${JSON.stringify({ file, passed: of('passed').length, failed, crash })}\n`)
  }
}
