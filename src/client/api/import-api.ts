import type { FetchBaseQueryError, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react'
import type { ImportCorrection, Imported, ImportProgress, ImportTrial } from '@contract/import'
import { pacedProgress } from '@client/lib/resumable-upload'
import { api, idTag, listTag } from './api'
import { isTransient } from './errors'
import { formDataOf } from './form-data'

/** A table of people or an exported archive, and for a table the ZIP with their portraits. */
interface ImportUpload {
  file: File
  photos: File | undefined
  corrections: ImportCorrection[]
  /** Leaves out the rows with problems. */
  skip?: boolean
  /** Leaves out the people of a tree whose death it does not state. */
  presumed?: boolean
  /** Called with the number of bytes sent, at most a few times a second. */
  onProgress: (sentBytes: number) => void
  /** Called while the server checks a large file. */
  onChecked?: (progress: ImportProgress) => void
}

/** Hundreds of photographs are encoded before the response. */
const TIMEOUT_MS = 3_600_000
const SHOWS_PROGRESS_AFTER_SECONDS = 2
const PROGRESS_EVERY_MS = 1000

type QueryResult<T> = QueryReturnValue<T, FetchBaseQueryError, FetchBaseQueryMeta>

const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A dry run of an import. */
    tryImport: build.mutation<ImportTrial, ImportUpload>({
      queryFn: async (upload, { signal }, _options, send) => {
        const sent = await send(requestOf(upload, `?dry_run=true&wait=${SHOWS_PROGRESS_AFTER_SECONDS}`))
        const begun = sent.data as Partial<ImportTrial> & { id?: string }
        if (sent.error || begun.id === undefined) return sent as QueryResult<ImportTrial>
        while (!signal.aborted) {
          await new Promise((resolve) => setTimeout(resolve, PROGRESS_EVERY_MS))
          const asked = (await send({ url: `memorial/import/${begun.id}` })) as QueryResult<ImportProgress>
          // A check goes on although one of many requests for its progress fails.
          if (asked.error && isTransient(asked.error)) continue
          if (asked.error) return asked
          upload.onChecked?.(asked.data)
          const { state, trial, detail } = asked.data
          if (trial) return { data: trial }
          if (state === 'failed') return { error: { status: 500, data: { detail } } }
        }
        return { error: { status: 'CUSTOM_ERROR', error: 'aborted' } }
      },
    }),

    runImport: build.mutation<Imported, ImportUpload>({
      queryFn: async (upload, _queryApi, _options, send) =>
        (await send(requestOf(upload, creationQuery(upload)))) as QueryResult<Imported>,
      // The pages may exist although the response was lost.
      invalidatesTags: (_imported, error) =>
        !error || isTransient(error) ? [listTag('Memorial'), idTag('User', 'me')] : [],
    }),
  }),
})

export const { useTryImportMutation, useRunImportMutation } = importApi

function creationQuery({ skip, presumed = true }: ImportUpload): string {
  const parts = [skip && 'skip=true', !presumed && 'presumed=false'].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** An upload with progress takes its query in the URL. */
function requestOf({ file, photos, corrections, onProgress }: ImportUpload, query: string) {
  return {
    url: `memorial/import${query}`,
    method: 'POST',
    body: formDataOf({
      file,
      photos,
      corrections: corrections.length > 0 ? JSON.stringify(corrections) : undefined,
    }),
    timeout: TIMEOUT_MS,
    onProgress: pacedProgress(file.size + (photos?.size ?? 0), onProgress),
  }
}
