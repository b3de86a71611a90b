/**
 * The end of a run of .ci/run: its slowest tests, all that failed with its first lines, and the sum.
 * node summary.cjs <folder of jest's reports> <failed check…>
 */
const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')

const SLOWEST = 20
const LINES_OF_A_MESSAGE = 20

const [folder, ...failedChecks] = process.argv.slice(2)
const reports = fs
  .readdirSync(folder)
  .map((name) => ({ name, ...JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) }))
const suites = reports.flatMap(({ name: report, testResults }) =>
  testResults.map((suite) => ({ ...suite, report, file: path.relative(process.cwd(), suite.name) })),
)

console.log(`\n== the ${SLOWEST} slowest tests, in seconds`)
suites
  .flatMap(({ file, assertionResults }) =>
    assertionResults.map(({ duration, fullName }) => ({ duration: duration ?? 0, title: `${file}: ${fullName}` })),
  )
  .sort((one, other) => other.duration - one.duration)
  .slice(0, SLOWEST)
  .forEach(({ duration, title }) => console.log(`${(duration / 1000).toFixed(1).padStart(6)}  ${title}`))

/** Without colours, and indented below the name that it belongs to. */
function firstLines(message) {
  const plain = stripVTControlCharacters(message)
  const lines = plain.split('\n').slice(0, LINES_OF_A_MESSAGE)
  return lines.map((line) => `    ${line}`).join('\n')
}

const failures = failedChecks.map((check) => `check: ${check}`)
for (const { report, file, status, assertionResults, message } of suites) {
  if (status !== 'failed') continue
  const failed = assertionResults.filter((test) => test.status === 'failed')
  for (const { fullName, failureMessages } of failed)
    failures.push(`${report}: ${file}: ${fullName}`, firstLines(failureMessages.join('\n')))
  if (failed.length > 0) continue
  // No test of it tells what happened, and the lines above may not hold it.
  failures.push(`${report}: ${file}: outside its tests`, firstLines(message))
}
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`)

const sum = (count) => reports.reduce((total, report) => total + count(report), 0)
const passed = sum(({ numPassedTests }) => numPassedTests)
const failed =
  failedChecks.length +
  sum(({ numFailedTests, numRuntimeErrorTestSuites }) => numFailedTests + numRuntimeErrorTestSuites)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
