import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SecretKeyMissing, secretKeyOf } from '@server/lib/secret-key'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-key-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const keyOf = (isInUse: boolean, secretKey?: string) =>
  secretKeyOf({ dataDir, secretKey, secretKeyPrevious: undefined }, () => Promise.resolve(isInUse))

it('makes a key for a new installation, and finds it again', async () => {
  const key = await keyOf(false)
  expect(await keyOf(true)).toBe(key)
})

it('makes none beside a full database, whose key is lost: says how to put it back, and what ends without it', async () => {
  const refusal = keyOf(true)
  await expect(refusal).rejects.toThrow(SecretKeyMissing)
  await expect(refusal).rejects.toThrow(/secret-key is missing.*from a backup.*pomnim key new.*calendars/)
  expect(await readdir(dataDir)).toEqual([])
})

it('needs no file where the key is a setting, or was put back', async () => {
  expect(await keyOf(true, 'a key of the settings')).toBe('a key of the settings')
  await writeFile(path.join(dataDir, 'secret-key'), 'put back\n')
  expect(await keyOf(true)).toBe('put back')
})
