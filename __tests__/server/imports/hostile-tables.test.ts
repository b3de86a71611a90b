import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { ImportTrial } from '@contract/import'
import { BIOGRAPHY_MAX_LENGTH } from '@contract/limits'
import { API_BASE_PATH } from '@contract/paths'
import { startImportThreads } from '@server/modules/imports/import-threads'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { IMPORT_WORKER_FILE, startTestApp, type TestApp } from '@support/server-app'
import { importFile } from '@support/taken-pages'
import { anOwner } from '@support/test-memorials'
import { until } from '@support/until'

const MB = 1024 ** 2

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ token } = await anOwner(server))
})

const tried = async (text: string) =>
  (await importFile(server, token, Buffer.from(text), { dryRun: true })).json<ImportTrial>()
const lines = (...texts: string[]) => `${texts.join('\n')}\n`
const many = (count: number, textOf: (nth: number) => string) =>
  Array.from({ length: count }, (_none, nth) => textOf(nth))
const tree = (...records: string[]) => gedcomTree(records)
const person = (nth: number, ...fields: string[]) => deadPerson(`I${nth}`, 'Анна /Ёлкина/', ...fields).join('\n')

describe('a file that grows while it is read', () => {
  it('a note that forty people name a thousand times each is too long for a biography, and no more', async () => {
    const notes = many(1000, () => '1 NOTE @N1@')
    const text = tree(...many(40, (nth) => person(nth, ...notes)), `0 @N1@ NOTE ${'я'.repeat(100_000)}`)
    const trial = await tried(text)
    expect(trial).toMatchObject({ rows: 40, ready: 0 })
    expect(trial.problems).toHaveLength(40)
    expect(trial.problems[0]?.field).toBe('biography')
  })

  it('a note within its limit that thousands share is more text than one import takes', async () => {
    const text = tree(
      ...many(2000, (nth) => person(nth, '1 NOTE @N1@')),
      `0 @N1@ NOTE ${'я'.repeat(BIOGRAPHY_MAX_LENGTH)}`,
    )
    const trial = await tried(text)
    expect(trial.problems).toEqual([
      { row: 1, field: 'file', msg: 'В файле слишком много текста: разделите его на несколько.' },
    ])
  })

  it.each([100, 101, 400_000])('a table of %i columns is read when they are a hundred', async (columns) => {
    const headings = ['Фамилия', 'Имя', ...many(columns - 2, () => '')]
    const trial = await tried(lines(headings.join(';'), 'Ёлкина;Анна'))
    if (columns === 100) expect(trial).toMatchObject({ ready: 1, problems: [] })
    else expect(trial.problems).toEqual([{ row: 1, field: 'file', msg: 'В таблице больше 100 столбцов.' }])
  })
})

describe('a file that cannot be read within', () => {
  const readWith = async (limits: { heapMaxMb?: number; timeoutMs?: number }, text: string) => {
    const threads = startImportThreads({ workerFile: IMPORT_WORKER_FILE, ...limits })
    const file = path.join(server.dataDir, randomUUID())
    await writeFile(file, text)
    try {
      const first = await threads.readPeople(file)
      await writeFile(file, lines('Фамилия;Имя', 'Ёлкина;Анна'))
      return [first.problems, (await threads.readPeople(file)).rows]
    } finally {
      await threads.stop()
    }
  }
  const refused = [expect.objectContaining({ row: 1, field: 'file', msg: expect.stringContaining('разделите его') })]
  const large = tree(...many(20_000, (nth) => person(nth)))

  it('its memory is refused, and the next one is read', async () => {
    expect(await readWith({ heapMaxMb: 16 }, large)).toEqual([refused, 1])
  })

  it('its time is refused', async () => {
    expect(await readWith({ timeoutMs: 1 }, large)).toEqual([refused, 0])
  })
})

describe('the queue of imports', () => {
  it('has a rate for trials, not for creations', async () => {
    const url = '/memorial/import?dry_run=true'
    for (let trial = 0; trial < 60; trial++) await server.api({ method: 'POST', url, token })
    expect((await server.api({ method: 'POST', url, token })).statusCode).toBe(429)
    expect((await importFile(server, token, Buffer.from(lines('Фамилия;Имя', 'Ёлкина;Анна')))).statusCode).toBe(201)
  })

  it('minds no parameter of the query but its own', async () => {
    for (const query of ['dry_run=true&toString=1', 'dry_run=perhaps', 'dry_run=true&dry_run=true', '__proto__=1']) {
      const { statusCode } = await server.api({ method: 'POST', url: `/memorial/import?${query}`, token })
      expect([query, [400, 415, 422].includes(statusCode), statusCode]).toEqual([query, true, statusCode])
    }
  })

  it('has two places for an account, which are counted before a body comes, and are free again when it leaves', async () => {
    const { port } = await listening()
    const three = Array.from({ length: 3 }, () => begunImport(port, token))
    // Two of them wait for the rest of their bodies.
    expect(await Promise.race(three.map(statusOf))).toBe(429)

    const { token: another } = await anOwner(server)
    const theirs = begunImport(port, another)
    const isWaiting = Symbol('still waiting for the body')
    const soon = new Promise((resolve) => setTimeout(resolve, 300, isWaiting))
    expect(await Promise.race([statusOf(theirs), soon])).toBe(isWaiting)

    for (const begun of [...three, theirs]) begun.destroy()
    const table = Buffer.from(lines('Фамилия;Имя', 'Ёлкина;Анна'))
    await until(async () => (await importFile(server, token, table, { dryRun: true })).statusCode === 200)
  })

  async function listening(): Promise<AddressInfo> {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    return server.app.server.address() as AddressInfo
  }
})

describe('an account without places to fill', () => {
  const lengthOf = async (name: string, bytes: number) => {
    const { token: fresh } = await server.signUp()
    const answer = await server.api({
      method: 'POST',
      url: '/memorial/import',
      token: fresh,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(bytes) },
      payload: `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\nа\r\n--b--\r\n`,
    })
    return answer.statusCode
  }

  it('sends no archive and no portraits that are larger', async () => {
    expect(await lengthOf('photos', 400 * MB)).toBe(413)
    expect(await lengthOf('file', 400 * MB)).toBe(413)
  })
})

/** An import whose file has begun to come. */
function begunImport(port: number, by: string): ClientRequest {
  const begun = httpRequest({
    port,
    method: 'POST',
    path: `${API_BASE_PATH}/memorial/import`,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'multipart/form-data; boundary=b' },
  })
  // It is broken off by the test.
  begun.on('error', () => undefined)
  begun.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nФамилия;Имя\r\n')
  return begun
}

/** Never, where the rest of the body is waited for. */
async function statusOf(sent: ClientRequest): Promise<number | undefined> {
  const answer = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  answer.resume()
  return answer.statusCode
}
