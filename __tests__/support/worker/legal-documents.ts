import path from 'node:path'
import type { Config } from '@server/config'
import { readLegalDocuments } from '@server/modules/legal/read-documents'

const SHIPPED = path.resolve('config/legal')
const rendered = new Map<string, ReturnType<typeof readLegalDocuments>>()

/** The texts that come with the program, rendered once for a worker: that takes a tenth of a second. Others are read anew. */
export function legalDocumentsOf(config: Config): ReturnType<typeof readLegalDocuments> {
  if (config.legalDir !== SHIPPED) return readLegalDocuments(config)
  const facts = JSON.stringify([config.site, config.operator])
  const documents = rendered.get(facts) ?? readLegalDocuments(config)
  rendered.set(facts, documents)
  return documents
}
