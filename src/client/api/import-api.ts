import type { FetchBaseQueryError, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react'
import type { Imported, ImportTrial } from '@contract/import'
import { pacedProgress } from '@client/lib/upload'
import { api, idTag, listTag } from './api'
import { isTransient } from './errors'
import { formDataOf } from './form-data'

/** A table of people or an exported archive, and for a table the ZIP with their portraits. */
export interface ImportUpload {
  file: File
  photos: File | undefined
  /** Leaves out the rows with problems. */
  skip?: boolean
  /** Called with the number of bytes sent, at most a few times a second. */
  onProgress: (sentBytes: number) => void
}

/** Hundreds of photographs are encoded before the response. */
const TIMEOUT_MS = 3_600_000

type QueryResult<T> = QueryReturnValue<T, FetchBaseQueryError, FetchBaseQueryMeta>

export const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A dry run of an import. */
    tryImport: build.mutation<ImportTrial, ImportUpload>({
      queryFn: async (upload, _queryApi, _options, send) =>
        (await send(requestOf(upload, '?dry_run=true'))) as QueryResult<ImportTrial>,
    }),

    runImport: build.mutation<Imported, ImportUpload>({
      queryFn: async (upload, _queryApi, _options, send) =>
        (await send(requestOf(upload, upload.skip ? '?skip=true' : ''))) as QueryResult<Imported>,
      // The pages may exist although the response was lost.
      invalidatesTags: (_imported, error) =>
        !error || isTransient(error) ? [listTag('Memorial'), idTag('User', 'me')] : [],
    }),
  }),
})

export const { useTryImportMutation, useRunImportMutation } = importApi

/** An upload with progress takes its query in the URL. */
function requestOf({ file, photos, onProgress }: ImportUpload, query = '') {
  return {
    url: `memorial/import${query}`,
    method: 'POST',
    body: formDataOf({ file, photos }),
    timeout: TIMEOUT_MS,
    onProgress: pacedProgress(file.size + (photos?.size ?? 0), onProgress),
  }
}
