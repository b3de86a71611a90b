import { type LegalDocument, legalDocumentPath, type LegalName } from '@contract/legal'
import { api } from './api'

/** Going back to a document within this time loads nothing, so the browser can restore the scroll position. */
const KEPT_SECONDS = 3600

/** The legal pages. They change with a restart of the server only. */
export const legalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLegalDocument: build.query<LegalDocument, LegalName>({
      query: (name) => ({ url: legalDocumentPath(name), anonymous: true }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
})

export const { useGetLegalDocumentQuery } = legalApi
