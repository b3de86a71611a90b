import { legalDocumentPath } from '@contract/legal'
import { readConfig } from '@server/config'
import { readLegalDocuments } from '@server/modules/legal/read-documents'
import { serve } from './server'

/** Serves the legal pages of config/legal, like the server of an installation with these settings. */
export async function serveLegalDocuments(env: Record<string, string> = {}): Promise<void> {
  for (const [name, document] of await readLegalDocuments(readConfig(env))) {
    serve('get', legalDocumentPath(name), { ...document })
  }
}
