const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

/** Writes after each test file by which mutants it came. Only one test file runs at a time. */
module.exports = class MapReporter {
  constructor() {
    Object.assign(this, JSON.parse(process.env.MUTANTS_MAP))
  }

  /** What jest prepares before all tests comes by some, too. */
  onRunStart() {
    this.write({ test: this.setup, digest: this.setup, fails: false, ms: 0 })
  }

  onTestFileResult({ path: file }, { numFailingTests, testExecError, perfStats }) {
    this.write({
      test: path.relative(this.folder, file),
      digest: createHash('sha256').update(fs.readFileSync(file)).digest('hex').slice(0, 16),
      fails: numFailingTests > 0 || Boolean(testExecError),
      ms: perfStats.end - perfStats.start,
    })
  }

  write(entry) {
    const lines = fs.existsSync(this.hits) ? fs.readFileSync(this.hits, 'utf8').split('\n').filter(Boolean) : []
    fs.rmSync(this.hits, { force: true })
    const column = (place) => [...new Set(lines.map((line) => Number(line.split(' ')[place])))]
    const line = JSON.stringify({ ...entry, drawn: this.drawn, mutants: column(0), processes: column(1) })
    fs.appendFileSync(this.map, `${line}\n`)
  }
}
