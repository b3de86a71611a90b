import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '@server/config'
import { connectRedis } from '@server/lib/redis'
import { createMailTransport, smtpTls } from '@server/mail/transport'
import { createS3Store } from '@server/storage/s3-store'
import { aLetter } from '../mail/waiting-letter'

const folder = mkdtempSync(path.join(tmpdir(), 'pomnim-authority-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A certificate of localhost that nobody else has signed, and its key. */
function aCertificate(name: string) {
  const [cert, key] = [path.join(folder, `${name}.pem`), path.join(folder, `${name}.key`)]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const whose = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [...made, ...whose, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { file: cert, cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

const own = aCertificate('own')
const another = aCertificate('another')

/** Whether a program that `connect`s to a server with the own certificate speaks with it. */
async function speaksWith(connect: (port: number) => { end: () => void }): Promise<boolean> {
  const server = createServer({ cert: own.cert, key: own.key }).listen(0)
  await once(server, 'listening')
  const outcome = Promise.race([
    once(server, 'secureConnection').then(() => true),
    once(server, 'tlsClientError').then(() => false),
  ])
  const { end } = connect((server.address() as AddressInfo).port)
  const isHeard = await outcome
  end()
  server.close()
  return isHeard
}

const redisWith = (ca?: string) => (port: number) => {
  const redis = connectRedis(`rediss://localhost:${port}`, { error: () => undefined }, ca)
  return { end: () => redis.disconnect() }
}
const storeWith = (ca?: string) => (port: number) => {
  const endpoint = `https://localhost:${port}`
  const store = createS3Store({ endpoint, bucket: 'b', accessKeyId: 'a', secretAccessKey: 's', ca })
  store.check().catch(() => undefined)
  return { end: () => undefined }
}

it.each([
  ['Redis', redisWith],
  ['the file store', storeWith],
])('believes at %s the authority that the operator named, and no other', async (_what, connectWith) => {
  expect(await speaksWith(connectWith(own.cert))).toBe(true)
  expect(await speaksWith(connectWith(another.cert))).toBe(false)
  expect(await speaksWith(connectWith())).toBe(false)
})

it('believes at the mail server the authority that the operator named, and no other', async () => {
  const server = new SMTPServer({ cert: own.cert, key: own.key, authOptional: true })
  server.on('error', () => undefined)
  const listener = server.listen(0)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const send = (SMTP_CA: string) =>
    createMailTransport(readConfig({ SMTP_URL: `smtp://localhost:${port}`, SMTP_CA })).send(aLetter())
  await send(own.file)
  await expect(send(another.file)).rejects.toThrow('the mail server is away')
  server.close()
})

it('sends no password to a mail server of another machine in the clear, unless told so', () => {
  expect(smtpTls('smtp://post:secret@mail.example:587', undefined)).toEqual({ requireTLS: true })
  expect(smtpTls('smtp://post:secret@mail.example:587?requireTLS=false', undefined)).toEqual({})
  expect(smtpTls('smtp://mail.example', undefined)).toEqual({})
  expect(smtpTls('smtp://post:secret@127.0.0.1:587', undefined)).toEqual({})
})

it('does not start with an authority that is none', () => {
  const file = path.join(folder, 'none.pem')
  writeFileSync(file, 'no certificate')
  for (const REDIS_CA of [file, path.join(folder, 'missing.pem')]) {
    expect(() => readConfig({ REDIS_CA })).toThrow('REDIS_CA must name a file with a certificate')
  }
})
