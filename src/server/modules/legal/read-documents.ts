import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LEGAL_NAMES, type LegalDocument, type LegalName } from '@contract/legal'
import { type Config, ConfigError } from '../../config'
import type { LegalSource } from './parse-document'
import { legalPlaceholders } from './placeholders'
import { renderLegalDocuments } from './render-documents'

export type LegalDocuments = ReadonlyMap<LegalName, LegalDocument>

/** Reads and renders the legal pages of LEGAL_DIR. Throws ConfigError with file, line and what is wrong there. */
export async function readLegalDocuments(
  config: Pick<Config, 'legalDir' | 'site' | 'operator'>,
): Promise<LegalDocuments> {
  const sources = await Promise.all(LEGAL_NAMES.map((name) => readSource(config.legalDir, name)))
  return renderLegalDocuments(sources, legalPlaceholders(config))
}

async function readSource(folder: string, name: LegalName): Promise<LegalSource> {
  const file = path.join(folder, `${name}.md`)
  try {
    return { name, file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new ConfigError(`LEGAL_DIR: ${file} cannot be read: ${(error as Error).message}`)
  }
}
