import { type LegalDocument, legalDocumentPath } from '@contract/legal'
import { api } from './api'

/** Going back to a document within this time needs no request, so the browser can restore the scroll position. */
const CACHE_SECONDS = 3600

/** The legal pages, by file. They change only with a restart of the server. */
export const legalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLegalDocument: build.query<LegalDocument, string>({
      query: (file) => ({ url: legalDocumentPath(file), anonymous: true }),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
})

export const { useGetLegalDocumentQuery } = legalApi
