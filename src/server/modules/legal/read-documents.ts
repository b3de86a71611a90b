import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDay } from '@contract/days'
import { type EditionsInForce, LEGAL_NAMES, type LegalDocument, legalFile, type LegalName } from '@contract/legal'
import { dayOfWords } from '@contract/shown-days'
import { type Config, ConfigError } from '../../config'
import type { LegalSource } from './parse-document'
import { legalPlaceholders } from './placeholders'
import { renderLegalDocuments } from './render-documents'

/** By file name: `consent` is in force, `consent.2025-06-18` is an earlier edition. */
export type LegalDocuments = ReadonlyMap<string, LegalDocument>

/** The folder of earlier editions, such as `consent.2025-06-18.md`. */
const EARLIER_FOLDER = 'earlier'
const EARLIER_FILE = /^([a-z-]+)\.(\d{4}-\d\d-\d\d)\.md$/

/** Reads and renders the legal pages of LEGAL_DIR. Throws ConfigError with file, line and message. */
export async function readLegalDocuments(
  config: Pick<Config, 'legalDir' | 'site' | 'operator'>,
): Promise<LegalDocuments> {
  const { legalDir } = config
  const placeholders = legalPlaceholders(config)
  const sources = await Promise.all(LEGAL_NAMES.map((name) => readSource(name, path.join(legalDir, `${name}.md`))))
  const earlier = await readEarlier(path.join(legalDir, EARLIER_FOLDER))
  const daysOf = (name: LegalName) => earlier.filter((source) => source.name === name).map(({ day }) => day)
  const current = [...renderLegalDocuments(sources, placeholders)]
  return new Map<string, LegalDocument>([
    ...current.map(([name, document]) => [name, { ...document, earlier: daysOf(name) }] as const),
    ...earlier.map((source) => [legalFile(source.name, source.day), renderEarlier(source)] as const),
  ])

  /** Renders it with the texts that were in force at the same time, which its references point to. */
  function renderEarlier({ name, day }: EarlierSource): LegalDocument {
    const inForce = sources.map(
      (source) => earlier.find((other) => other.name === source.name && other.day <= day) ?? source,
    )
    return renderLegalDocuments(inForce, placeholders).get(name) as LegalDocument
  }
}

/** The editions of this installation's texts. */
export function editionsInForce(documents: LegalDocuments): EditionsInForce {
  const editionOf = (name: LegalName) => {
    const { edition = '' } = documents.get(name) ?? {}
    return dayOfWords(edition) ?? edition
  }
  return { agreement: editionOf('user-agreement'), policy: editionOf('privacy-policy') }
}

interface EarlierSource extends LegalSource {
  day: string
}

/** Latest first. */
async function readEarlier(folder: string): Promise<EarlierSource[]> {
  // The folder is optional: it is needed only once a text has changed.
  const files = await readdir(folder).catch(() => [])
  const sources = files.map(async (file) => {
    const [, name, day = ''] = EARLIER_FILE.exec(file) ?? []
    const known = LEGAL_NAMES.find((each) => each === name)
    if (!known || !isDay(day))
      throw new ConfigError(`LEGAL_DIR: ${path.join(folder, file)} is no page with a day (consent.2025-06-18.md)`)
    return { ...(await readSource(known, path.join(folder, file))), day }
  })
  return (await Promise.all(sources)).sort((one, other) => (one.day < other.day ? 1 : -1))
}

async function readSource(name: LegalName, file: string): Promise<LegalSource> {
  try {
    return { name, file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new ConfigError(`LEGAL_DIR: ${file} cannot be read: ${(error as Error).message}`)
  }
}
