import { readFileSync } from 'node:fs'
import path from 'node:path'
import type * as Attempts from '@server/lib/attempts'
import { startTestApp, type TestApp } from '@support/server-app'
import { pageWithParts } from '../../../config/scripts/generated-part'
import { renderLimits } from '../../../config/security/limits'
import { renderRetention } from '../../../config/security/retention'

/** The limits and terms that the security model and the contract name against those of the code. */

const counted: Attempts.AttemptLimit[] = []

jest.mock('@server/lib/attempts', () => {
  const actual = jest.requireActual<typeof Attempts>('@server/lib/attempts')
  const createAttempts: typeof actual.createAttempts = (shared) => {
    const limitAttempts = actual.createAttempts(shared)
    return (limit) => {
      counted.push(limit)
      return limitAttempts(limit)
    }
  }
  return { ...actual, createAttempts }
})

let server: TestApp

beforeAll(async () => {
  server = await startTestApp({ GEOCODER_URL: 'http://localhost:1/search' })
})
afterAll(() => server.close())

it.each([
  ['config/security/model.md', () => ({ limits: renderLimits(counted), retention: renderRetention() })],
  ['src/contract/README.md', () => ({ limits: renderLimits(counted) })],
])('are in %s', (name, parts) => {
  const file = path.resolve(name)
  const made = pageWithParts(file, parts())
  expect(readFileSync(file, 'utf8')).toBe(made)
})

it('refuses to leave out a limit, or to name one that is none', () => {
  const another = { name: 'another', max: 1, seconds: 60 }
  expect(() => renderLimits([...counted, another])).toThrow('another')
  expect(() => renderLimits(counted.filter(({ name }) => name !== 'candles'))).toThrow('candles')
})
