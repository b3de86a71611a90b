import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stackInSources } from '@server/lib/stack-in-sources'

/** The second line of the script is the eighth of the source, and its third the ninth; the first is webpack's own. */
const MAP = { version: 3, sources: ['webpack://pomnim/./src/server/app.ts'], names: [], mappings: ';AAOA;AACA' }

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pomnim-stack-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stackAt = (place: string) =>
  `Error: no\n    at createApp (${place})\n    at process.processTicks (node:internal:1:2)`

it('leaves a stack as it is while there is no map', () => {
  const stack = stackAt(path.join(folder, 'unmapped.js:2:5'))
  expect(stackInSources(stack, folder)).toBe(stack)
})

describe('with a map', () => {
  let script: string

  beforeAll(() => {
    script = path.join(folder, 'main.js')
    writeFileSync(`${script}.map`, JSON.stringify(MAP))
  })

  it('names the line of the source, whichever column', () => {
    expect(stackInSources(stackAt(`${script}:2:5`), folder)).toBe(stackAt('src/server/app.ts:8'))
    expect(stackInSources(stackAt(`${script}:3:900`), folder)).toBe(stackAt('src/server/app.ts:9'))
  })

  it('leaves a line that is of no source', () => {
    expect(stackInSources(stackAt(`${script}:1:5`), folder)).toBe(stackAt(`${script}:1:5`))
  })

  it('leaves scripts of packages, which may have maps too', () => {
    expect(stackInSources(stackAt(`${script}:2:5`), path.join(folder, 'other'))).toBe(stackAt(`${script}:2:5`))
  })
})
