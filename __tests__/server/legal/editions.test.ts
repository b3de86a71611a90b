import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CONSENT_EDITIONS, CONSENT_VERSION, VOICE_CONSENT_EDITIONS, VOICE_CONSENT_VERSION } from '@contract/consent'
import { type LegalDocument, LEGAL_NAMES, legalDocumentPath, type LegalName } from '@contract/legal'
import { dayInWords } from '@contract/shown-days'
import { readConfig } from '@server/config'
import { editionsInForce, readLegalDocuments } from '@server/modules/legal/read-documents'
import { startTestApp } from '@support/server-app'

/**
 * What was published under each day. A changed text is a new edition: move the old one to config/legal/earlier, give the new one
 * its day, and add a line here. Only a text that no server has shown yet may get another sum under the same day.
 */
const PUBLISHED: Record<LegalName, Record<string, string>> = {
  'privacy-policy': {
    '2025-06-18': '905d52083f933d0221f632cb77ec1b770a291d10f62ae3c66d62e4999a8d7cb3',
    '2026-11-26': 'c418c6beee99294980cd47268e14c89ff3dd34ee69478dfad9186a060cf2eab2',
    '2026-11-30': 'e1a74fcd24ad497f5ec4e1838ad92156c235e0a7f216d863a21d090cbbc651a7',
  },
  'confidentiality-policy': {
    '2025-06-18': '3c9f4a95ddf04a7d9d0d1c378f3cdeb9bc536f43e1510e7fa7f24399cbaca0da',
    '2026-11-26': 'a3688d220991bcc52459e1c00ace03ef110b308ed92b0ed9b53fa527c397ee0d',
    '2026-12-01': 'b6aab26a14aaf14eb3eeae6a3d19fb2739484e8c830d00d7f4e44a3dfdc2434d',
  },
  'user-agreement': {
    '2025-06-18': 'fccfbff7cc467dee6e18a82a529632eca7dc5a787a50611f85ea3603161b1cff',
    '2026-11-26': 'c852771b93a81e159f60f38d7f37c4de8c03d6c10de69c9aa0be98fe55259051',
  },
  consent: {
    '2025-06-18': '2454d4fd94a3b17b3f31a7113ad32fbe3810106745b9b95224dc8e65aaad651c',
    '2026-11-26': 'fe68193168e674de923fb1af543b2b610f2f37529626cec2fd5aae3accc74b85',
  },
  'voice-consent': {
    '2026-12-01': 'abbd27ffb10d1a47979c46a42ace08036bb7cb861c6a0c65a935d5e862ca05cf',
  },
}

it.each(LEGAL_NAMES)('%s has a new day since its words changed', async (name) => {
  const days = Object.keys(PUBLISHED[name])
  const files = days.map((day, nth) =>
    nth === days.length - 1 ? `config/legal/${name}.md` : `config/legal/earlier/${name}.${day}.md`,
  )
  const sums = await Promise.all(files.map(async (file) => sumOf(await readFile(file))))
  expect(Object.fromEntries(days.map((day, nth) => [day, sums[nth]]))).toEqual(PUBLISHED[name])

  const documents = await readLegalDocuments(readConfig({}))
  const keys = days.map((day, nth) => (nth === days.length - 1 ? name : `${name}.${day}`))
  expect(keys.map((key) => documents.get(key)?.edition)).toEqual(
    days.map((day) => `Редакция от ${dayInWords(day)} года`),
  )
  expect(documents.get(name)?.earlier).toEqual(days.slice(0, -1).toReversed())
})

it('the consent may be given in every edition that was ever shown', () => {
  expect([...CONSENT_EDITIONS].sort()).toEqual(Object.keys(PUBLISHED.consent))
  expect(CONSENT_VERSION).toBe(Object.keys(PUBLISHED.consent).at(-1))
  expect([...VOICE_CONSENT_EDITIONS].sort()).toEqual(Object.keys(PUBLISHED['voice-consent']))
  expect(VOICE_CONSENT_VERSION).toBe(Object.keys(PUBLISHED['voice-consent']).at(-1))
})

describe('an installation with texts of its own', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-editions-'))
    await cp('config/legal', folder, { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const earlier = (file: string) => path.join(folder, 'earlier', file)

  it('answers with each earlier one at an address of its own', async () => {
    const text = await readFile(earlier('consent.2025-06-18.md'), 'utf8')
    await writeFile(
      earlier('consent.2026-01-09.md'),
      text.replace('18 июня 2025', '9 января 2026').replace('## Цели обработки', '## Зачем это было нужно'),
    )
    const server = await startTestApp({ LEGAL_DIR: folder })
    const get = async (file: string) => (await server.app.inject(legalDocumentPath(file))).json<LegalDocument>()

    expect(await get('consent')).toMatchObject({ earlier: ['2026-01-09', '2025-06-18'] })
    expect((await get('consent.2026-01-09')).sections[1]?.title).toBe('Зачем это было нужно')
    expect(await get('consent.2025-06-18')).toMatchObject({ edition: 'Редакция от 18 июня 2025 года', earlier: [] })
    expect((await server.app.inject(legalDocumentPath('consent.1999-01-01'))).statusCode).toBe(404)
    await server.close()
  })

  it('records its own editions with a consent: the day, or what stands in its place', async () => {
    for (const [name, edition] of [
      ['user-agreement', 'Редакция от 9 января 2027 года'],
      ['privacy-policy', 'Редакция № 3'],
    ]) {
      const text = await readFile(path.join(folder, `${name}.md`), 'utf8')
      await writeFile(path.join(folder, `${name}.md`), text.replace(/Редакция от \d+ ноября 2026 года/, edition ?? ''))
    }
    const documents = await readLegalDocuments(readConfig({ LEGAL_DIR: folder }))
    expect(editionsInForce(documents)).toEqual({ agreement: '2027-01-09', policy: 'Редакция №\u00a03' })
  })

  it('needs no folder of earlier ones', async () => {
    await rm(path.join(folder, 'earlier'), { recursive: true })
    const documents = await readLegalDocuments(readConfig({ LEGAL_DIR: folder }))
    expect(documents.get('consent')?.earlier).toEqual([])
  })

  it.each(['consent.md', 'consent.2025-02-30.md', 'terms.2025-06-18.md'])(
    'is told that %s has no place',
    async (file) => {
      await writeFile(earlier(file), '# Т\n\nР\n\n## А\n\nТ\n')
      await expect(readLegalDocuments(readConfig({ LEGAL_DIR: folder }))).rejects.toThrow(
        `${file} is no page with a day`,
      )
    },
  )
})

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
