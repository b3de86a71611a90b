import { once } from 'node:events'
import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { failedStart, startServerProcess } from '@support/server-process'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** One line that says what to mend, and not a stack. */
function expectOneLine(errors: string, line: RegExp): void {
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(errors).toMatch(line)
}

it('stops at a PORT that is no number', async () => {
  const { errors, code } = await failedStart({ DATA_DIR: folder, PORT: 'abc' })
  expectOneLine(errors, /^Cannot start: PORT must be a whole number from 0 to 65535, not "abc"$/m)
  expect(code).toBe(1)
})

it('stops at a name that is nearly that of a setting, before an empty site comes up in place of the one that was meant', async () => {
  const { errors, code } = await failedStart({ DATA_DIR: folder, DATABSE_URL: 'postgres://localhost/pomnim' })
  expectOneLine(errors, /^Cannot start: DATABSE_URL is no setting: is DATABASE_URL meant\?$/m)
  expect(code).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

it('stops at an S3_BUCKET without keys', async () => {
  const { errors, code } = await failedStart({ DATA_DIR: folder, S3_BUCKET: 'media' })
  expectOneLine(errors, /^Cannot start: An object store needs all of .*: set S3_ENDPOINT/m)
  expect(code).toBe(1)
})

it('stops at a DATA_DIR that cannot be written', async () => {
  // A file where a folder should be: root, too, cannot write into it.
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  const { errors, code } = await failedStart({ DATA_DIR: path.join(file, 'data') })
  expectOneLine(errors, /^Cannot start: DATA_DIR cannot be written: /m)
  expect(code).toBe(1)
})

it('stops at a DATA_DIR that another process uses, and leaves that one alone', async () => {
  const first = await startServerProcess({ DATA_DIR: folder })
  try {
    const { errors, code } = await failedStart({ DATA_DIR: folder })
    expectOneLine(errors, /^Cannot start: DATA_DIR .* is in use by another running process$/m)
    expect(code).toBe(1)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  } finally {
    await first.stop()
  }
})

it('stops at a PORT that another program uses', async () => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { errors, code } = await failedStart({ DATA_DIR: folder, PORT: String(port) })
  other.close()
  expectOneLine(errors, /^Cannot start: PORT is in use by another program$/m)
  expect(code).toBe(1)
})

it('stops at a legal page with a placeholder that there is not', async () => {
  const legalDir = path.join(folder, 'legal')
  await cp('config/legal', legalDir, { recursive: true })
  await appendFile(path.join(legalDir, 'consent.md'), '\n{{OPERATOR_FAX}}')
  const { errors, code } = await failedStart({ DATA_DIR: path.join(folder, 'data'), LEGAL_DIR: legalDir })
  expectOneLine(errors, /^Cannot start: LEGAL_DIR: .*consent\.md:\d+: \{\{OPERATOR_FAX\}\} is no placeholder$/m)
  expect(code).toBe(1)
})

it('stops at a DATABASE_URL that nobody answers', async () => {
  const { errors, code } = await failedStart({ DATA_DIR: folder, DATABASE_URL: 'postgres://nobody@localhost:1/none' })
  expectOneLine(errors, /^Cannot start: DATABASE_URL cannot be reached: /m)
  expect(code).toBe(1)
})
