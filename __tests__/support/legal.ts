import { legalDocumentPath } from '@contract/legal'
import { readConfig } from '@server/config'
import { readLegalDocuments } from '@server/modules/legal/read-documents'
import { serve } from './server'

/** The legal pages of config/legal, as the server of an installation with these settings answers them. */
export async function serveLegalDocuments(env: Record<string, string> = {}): Promise<void> {
  for (const [name, document] of await readLegalDocuments(readConfig(env))) {
    serve('get', legalDocumentPath(name), { ...document })
  }
}
