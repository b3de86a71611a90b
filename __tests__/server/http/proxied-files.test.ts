import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { TUS_PART_TYPE } from '@contract/upload'
import { startTestApp, type TestApp } from '@support/server-app'
import { type ApiDocument, nameOf, operationsOf } from '../properties/operations'

let server: TestApp
let document: ApiDocument

beforeAll(async () => {
  server = await startTestApp()
  document = (await server.api({ url: '/openapi.json' })).json()
})
afterAll(() => server.close())

it.each([
  ['nginx.conf', /^ *location ~ (\^\/api\S+) \{$/m],
  ['Caddyfile', /^\t@files path_regexp (\S+)$/m],
])('%s passes on bodies with files as they come, and holds all others until they are whole', async (name, pattern) => {
  const file = await readFile(path.resolve('config/deploy', name), 'utf8')
  const ofFiles = new RegExp(pattern.exec(file)?.[1] ?? 'none')

  const withBody = operationsOf(document).filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  const takesFile = ({ body }: (typeof withBody)[number]) =>
    body?.mediaType === TUS_PART_TYPE ||
    Object.values(body?.schema.properties ?? {}).some(({ format, items }) => (items?.format ?? format) === 'binary')
  const passedOn = withBody.filter((operation) => ofFiles.test(operation.path.replaceAll(/\{\w+\}/g, '1')))
  const needed = withBody.filter(takesFile).map(nameOf)
  expect(needed.length).toBeGreaterThan(8)
  expect(passedOn.map(nameOf)).toEqual(expect.arrayContaining(needed))
  // Those have no body.
  const besides = passedOn.filter((operation) => !takesFile(operation)).map(nameOf)
  expect(besides.filter((each) => !/^(OPTIONS|POST|HEAD) \/api\/v1\/(uploads|voices)/.test(each))).toEqual([])
})
