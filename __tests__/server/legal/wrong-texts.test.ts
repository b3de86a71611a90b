import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LEGAL_NAMES } from '@contract/legal'
import { ConfigError, readConfig } from '@server/config'
import { legalPlaceholders } from '@server/modules/legal/parse-document'
import { LATER_DOCUMENTS, readLegalDocuments } from '@server/modules/legal/read-documents'
import { textOf } from './texts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-legal-'))
  await cp('config/legal', folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readLegalDocuments(readConfig({ LEGAL_DIR: folder, ...env }))
const write = (text: string) => writeFile(path.join(folder, 'consent.md'), text)

it('needs no setting at all, and then says that the operator told nothing', async () => {
  const { sections } = (await readLegalDocuments(readConfig({}))).get('privacy-policy') ?? {}
  expect(sections?.[0]?.clauses[1]?.html).toContain('адрес: не указан оператором, ИНН: не указан оператором')
})

it('tells those who write the pages of every placeholder', async () => {
  const readme = await readFile('config/legal/README.md', 'utf8')
  const names = [...legalPlaceholders(readConfig({})).keys()].filter((name) => !name.endsWith('_GENITIVE'))
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

it.each([
  [
    'an unknown placeholder',
    '# С\n\nР\n\n## А\n\nСлова {{OPERATOR_FAX}}',
    /consent\.md:7: \{\{OPERATOR_FAX\}\} is no placeholder$/,
  ],
  [
    'a placeholder without an end',
    '# С\n\nР {{SITE_NAME}',
    /consent\.md:3: a placeholder is not written as \{\{NAME\}\}$/,
  ],
  ['a reference to nothing', '# С\n\nР\n\n## А\n\n[раздел](#none)', /consent\.md:7: there is no #none to refer to$/],
  ['a reference to no page', '# С\n\nР\n\n## А\n\n[](none.md)', /consent\.md:7: there is no none\.md to refer to$/],
  ['an anchor of two places', '# С\n\nР\n\n## А {#a}\n\nБ {#a}', /consent\.md:7: \{#a\} stands for two places$/],
  ['no title', 'Р\n\n## А\n\nБ', /consent\.md:1: the title is missing/],
  ['no edition', '# С\n\n## А\n\nБ', /consent\.md:1: the edition is missing/],
  ['no sections', '# С\n\nР', /consent\.md:1: the text is missing/],
  ['a heading within a section', '# С\n\nР\n\n## А\n\n### Б', /consent\.md:7: a heading of level 3 has no place here$/],
])('refuses %s with one line that names file and line', async (_what, text, message) => {
  await write(text)
  await expect(read()).rejects.toThrow(ConfigError)
  await expect(read()).rejects.toThrow(message)
  await expect(read()).rejects.toThrow(/^LEGAL_DIR: .*$/)
})

it.each(['OPERATOR_ADDRESS', 'OPERATOR_INN', 'OPERATOR_OGRN', 'DATA_LOCATION'])(
  'refuses %s that is set to nothing while a page uses it',
  async (name) => {
    await expect(read({ [name]: ' ' })).rejects.toThrow(
      new RegExp(`^LEGAL_DIR: .*\\.md:\\d+: \\{\\{${name}\\}\\} is empty: set ${name}, or take it out of the text$`),
    )
  },
)

describe('a folder that was made before a document came', () => {
  const OWN_TEXT = '# Документ\n\nРедакция № 1\n\n## Слова\n\nСлова оператора.\n'

  beforeEach(async () => {
    await rm(path.join(folder, 'earlier'), { recursive: true })
    for (const name of LEGAL_NAMES) {
      if (LATER_DOCUMENTS.includes(name)) await rm(path.join(folder, `${name}.md`))
      else await writeFile(path.join(folder, `${name}.md`), OWN_TEXT)
    }
  })

  it('starts with the text that comes with the program, and says so', async () => {
    const told: string[] = []
    const config = readConfig({ LEGAL_DIR: folder, OPERATOR_NAME: 'ООО «Память»' })
    const documents = await readLegalDocuments(config, (name) => told.push(name))
    expect(told).toEqual(LATER_DOCUMENTS)
    expect(textOf(documents.get('voice-consent'))).toContain('ООО «Память»')
    expect(documents.get('consent')?.sections[0]?.clauses[0]?.html).toBe('Слова оператора.')
  })

  it('starts also where facts of the operator are set to nothing', async () => {
    const documents = await read({ OPERATOR_ADDRESS: ' ', OPERATOR_INN: ' ', OPERATOR_OGRN: ' ', DATA_LOCATION: ' ' })
    expect(textOf(documents.get('voice-consent'))).toContain('ИНН: не указан оператором')
  })

  it.each(LATER_DOCUMENTS)('%s refers to other documents as a whole: theirs may have other parts', async (name) => {
    expect(await readFile(`config/legal/${name}.md`, 'utf8')).not.toMatch(/\.md#/)
  })
})

it('refuses a folder without the pages', async () => {
  await rm(path.join(folder, 'consent.md'))
  await expect(read()).rejects.toThrow(/^LEGAL_DIR: .*consent\.md cannot be read: ENOENT/)
})
