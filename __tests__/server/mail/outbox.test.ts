import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createOutbox } from '@server/mail/transport'
import { aLetter, LINK } from './waiting-letter'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-outbox-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const outbox = () => createOutbox(dataDir, { from: 'Помним <pomnim@example.org>', host: 'pomnim.example' })
const files = async () => (await readdir(path.join(dataDir, 'outbox'))).sort()
const read = async (name = '') => readFile(path.join(dataDir, 'outbox', name), 'utf8')

it('writes a letter that a person can read and follow in any editor', async () => {
  await outbox().send(aLetter())

  const eml = await read((await files())[0])

  expect(eml.split(/\r?\n/)).toContain(LINK)
  expect(eml).toContain(`<a href="${LINK}"`)
  expect(eml).toContain('Чтобы подтвердить его, откройте ссылку:')
  expect(eml).toMatch(/^To: zoya@example\.org\r?$/m)
  expect(eml).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(eml).toMatch(/^Content-Type: text\/plain; charset=utf-8\r?\nContent-Transfer-Encoding: 8bit\r?$/m)
})

it('names the files so that they sort as they were written, and leaves no half-written one', async () => {
  const sender = outbox()
  await sender.send(aLetter({ id: 10, writtenAt: new Date('2026-05-09T10:00:00.123Z') }))
  await sender.send(aLetter({ id: 11, writtenAt: new Date('2026-12-09T10:00:00.123Z') }))
  await sender.send(aLetter({ id: 9, writtenAt: new Date('2026-05-09T10:00:00.123Z') }))

  expect(await files()).toEqual([
    '2026-05-09T10-00-00-123Z-00000009.eml',
    '2026-05-09T10-00-00-123Z-00000010.eml',
    '2026-12-09T10-00-00-123Z-00000011.eml',
  ])
})

it('makes one file of a letter that is delivered twice', async () => {
  const sender = outbox()
  await sender.send(aLetter())
  await sender.send(aLetter({ attempts: 2 }))
  expect(await files()).toHaveLength(1)
})

it('lets nothing in a letter become a header', async () => {
  await outbox().send(aLetter({ subject: 'Тема\r\nBcc: all@example.org', recipient: 'a@example.org, b@example.org' }))
  const head = (await read((await files())[0])).split(/\r?\n\r?\n/, 1)[0] ?? ''
  expect(head).not.toMatch(/^Bcc:/m)
})
