import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { BackupError, encryptionTo, readIdentity } from '@server/backup/format'
import { readBackup } from '@server/backup/restore-backup'
import { backUp } from '@support/backups'
import { startTestApp, type TestApp } from '@support/server-app'

const KEY = 'a key of thirty-two letters or more'

let server: TestApp
const file = (name: string) => path.join(server.dataDir, 'backups', name)

beforeAll(async () => {
  server = await startTestApp()
  await server.signUp({ email: 'zoya@example.org' })
})
afterAll(() => server.close())

it('makes an encrypted archive that its private key alone reads, with the secret key in it', async () => {
  const [identity, other] = [await generateIdentity(), await generateIdentity()]
  const archive = file('secret.tar.age')
  const encrypt = await encryptionTo(await identityToRecipient(identity))

  const made = await backUp(server, archive, { secretKey: KEY, encrypt })

  const bytes = await readFile(archive)
  expect(bytes.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  for (const plain of [KEY, 'secret-key', 'backup.json', 'zoya@example.org']) expect(bytes.includes(plain)).toBe(false)

  await writeFile(file('key.txt'), `# created: today\n${identity}\n`)
  expect(await readBackup(archive, file('scratch'), {}, await readIdentity(file('key.txt')))).toEqual(made)
  await expect(readBackup(archive, file('scratch'))).rejects.toThrow(/is encrypted.*--identity/)
  await expect(readBackup(archive, file('scratch'), {}, other)).rejects.toThrow(BackupError)
})

it('finds an encrypted archive that was cut off or changed', async () => {
  const identity = await generateIdentity()
  const archive = file('damaged.tar.age')
  await backUp(server, archive, { encrypt: await encryptionTo(await identityToRecipient(identity)) })
  const whole = await readFile(archive)

  await writeFile(archive, whole.subarray(0, whole.length - 100))
  await expect(readBackup(archive, file('scratch'), {}, identity)).rejects.toThrow(BackupError)
  whole[whole.length - 200] = (whole[whole.length - 200] ?? 0) ^ 1
  await writeFile(archive, whole)
  await expect(readBackup(archive, file('scratch'), {}, identity)).rejects.toThrow(BackupError)
})

it('takes only what is a public key, and only a file with a private one', async () => {
  await expect(encryptionTo('zoya@example.org')).rejects.toThrow(BackupError)
  await writeFile(file('none.txt'), 'age1...')
  await expect(readIdentity(file('none.txt'))).rejects.toThrow(BackupError)
  await expect(readIdentity(file('missing.txt'))).rejects.toThrow(BackupError)
})
