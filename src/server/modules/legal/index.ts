import { gzipSync } from 'node:zlib'
import { type LegalDocument, legalDocumentPath } from '@contract/legal'
import { etagOf, isKnownEtag } from '../../lib/etag'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import type { LegalDocuments } from './read-documents'

export function legalFeature({ legalDocuments }: FeatureContext): Feature {
  return { outside: [legalRoutes(legalDocuments)] }
}

/** The legal pages change only with a restart, so each response is built once. */
function legalRoutes(documents: LegalDocuments): Routes {
  return (api) => {
    for (const [file, document] of documents) addRoute(api, legalDocumentPath(file), document)
  }
}

function addRoute(api: Parameters<Routes>[0], path: string, document: LegalDocument): void {
  const body = Buffer.from(JSON.stringify(document))
  const compressed = gzipSync(body)
  // Weak: it is the same for both encodings.
  const etag = `W/${etagOf(body)}`

  api.get(path, { schema: { hide: true } }, async (request, reply) => {
    // Browsers may cache it but must revalidate: a restart may have changed the text.
    void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
    if (isKnownEtag(etag, request.headers['if-none-match'])) return reply.code(304).send()
    void reply.type('application/json; charset=utf-8')
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    return takesGzip ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(body)
  })
}
