import type { FetchBaseQueryError, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react'
import type { ArchiveDescription, ArchiveItem, ExpectedOfItem, NewArchiveItem } from '@contract/archive'
import { LONG_TIMEOUT_MS, SENT_IN_PARTS_ABOVE_BYTES } from '@contract/limits'
import { TUS_VERSION, UPLOADS_PATH } from '@contract/upload-protocol'
import { uploadUrlOf, createBackoff, forgetParts, pacedProgress } from '@client/lib/resumable-upload'
import { api, idTag, invalidateOnSuccess, listTag } from './api'
import { archiveApi, type ArchiveOf, archiveTag, path } from './archive-api'
import type { Send } from './base-query'
import { errorStatus, isConflict, isFull, isTransient, okOrNotFound } from './errors'
import { formDataOf } from './form-data'
import { showAtOnce } from './show-at-once'

/** An archive item, by what its requests need. */
interface ItemOf extends ArchiveOf {
  id: number
}

interface ItemDescription extends ItemOf, ArchiveDescription {
  /** The fields before the change: 409 if someone has changed them since. */
  expected: ExpectedOfItem
}

interface ArchiveUpload extends ArchiveOf {
  file: File
  description: string
  /** Called with the number of bytes sent, at most a few times a second. */
  onProgress: (sentBytes: number) => void
  /** The connection broke. It is retried automatically; progress resumes with it. */
  onInterrupted?: () => void
}

const QUARTER_TURN = 90

type UploadResult = QueryReturnValue<NewArchiveItem, FetchBaseQueryError, FetchBaseQueryMeta>

/** The changes that keepers make to archives: readers load none of this code. */
export const archiveChangeApi = api.injectEndpoints({
  endpoints: (build) => ({
    createArchiveItem: build.mutation<NewArchiveItem, ArchiveUpload>({
      queryFn: async (upload, { signal }, _options, send) => {
        const result = upload.file.size > SENT_IN_PARTS_ABOVE_BYTES && (await createFromParts(upload, { signal, send }))
        return result || createFromForm(upload, send)
      },
      // The upload may have arrived although its response was lost.
      invalidatesTags: (_item, error, archive) => (!error || isTransient(error) ? changedBy(archive) : []),
    }),

    /** Discards the uploaded parts of a cancelled file. */
    discardParts: build.mutation<null, File>({
      queryFn: async (file, _queryApi, _options, send) => {
        const url = uploadUrlOf(file)
        forgetParts(file)
        if (url === undefined) return { data: null }
        const headers = { 'tus-resumable': TUS_VERSION }
        const { error } = await send({
          url: new URL(url).pathname,
          method: 'DELETE',
          headers,
          ignoreUnauthorized: true,
        })
        return error ? { error } : { data: null }
      },
    }),

    describeArchiveItem: build.mutation<ArchiveItem, ItemDescription>({
      query: ({ kind, id, description, date_text, people, expected }) => ({
        url: `${path(kind, 'update')}/${id}`,
        method: 'PATCH',
        body: formDataOf({ description, date_text, people, expected: JSON.stringify(expected) }),
        timeout: LONG_TIMEOUT_MS,
      }),
      async onQueryStarted({ id, ...archive }, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => undefined)
        if (result) dispatch(rewrite(archive, (items) => items.map((item) => (item.id === id ? result.data : item))))
      },
      invalidatesTags: invalidateOnSuccess((archive) => [archiveTag(archive)]),
    }),

    /** Rotates a photo clockwise by a quarter turn. */
    turnPhoto: build.mutation<ArchiveItem, ItemOf>({
      query: ({ kind, id }) => ({
        url: `${path(kind, 'update')}/${id}`,
        method: 'PATCH',
        body: formDataOf({ rotate: QUARTER_TURN }),
        timeout: LONG_TIMEOUT_MS,
      }),
      async onQueryStarted({ id, ...archive }, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => undefined)
        if (result) dispatch(rewrite(archive, (items) => items.map((item) => (item.id === id ? result.data : item))))
      },
      invalidatesTags: (_item, error, archive) => (error ? [archiveTag(archive)] : changedBy(archive)),
    }),

    /** Optimistic, undone when refused. Of orders in quick succession only the last one has to be sent. */
    reorderArchive: build.mutation<null, ArchiveOf & { ids: number[] }>({
      queryFn: async ({ kind, memorialId, ids }, _queryApi, _options, send) => {
        const body = { memorial_id: memorialId, ids }
        const result = await runLatestInOrder(`${kind}-${memorialId}`, async () =>
          send({ url: path(kind, 'reorder'), method: 'POST', body }),
        )
        return result?.error ? { error: result.error } : { data: null }
      },
      async onQueryStarted({ ids, ...archive }, mutation) {
        await showAtOnce(mutation, {
          read: archiveApi.endpoints.getArchive.select(archive),
          change: () => rewrite(archive, (items) => inOrder(items, ids)),
        })
      },
      // The server's order may differ from the one shown.
      invalidatesTags: (_nothing, error, archive) => (error ? [archiveTag(archive)] : []),
    }),

    deleteArchiveItem: build.mutation<null, ItemOf>({
      query: ({ kind, id }) => ({ url: `${path(kind, 'delete')}/${id}`, params: { keep: true }, method: 'DELETE' }),
      async onQueryStarted({ id, ...archive }, { dispatch, queryFulfilled }) {
        try {
          await queryFulfilled
        } catch (failure) {
          if (!okOrNotFound((failure as { error: unknown }).error)) return
        }
        dispatch(rewrite(archive, (items) => items.filter((item) => item.id !== id)))
      },
      invalidatesTags: invalidateOnSuccess(
        (archive) => [...changedBy(archive), listTag('Trash', archive.memorialId)],
        okOrNotFound,
      ),
    }),
  }),
})

export const {
  useDescribeArchiveItemMutation,
  useReorderArchiveMutation,
  useTurnPhotoMutation,
  useDeleteArchiveItemMutation,
} = archiveChangeApi

async function createFromForm(upload: ArchiveUpload, send: Send): Promise<UploadResult> {
  const { kind, memorialId, file, description, onProgress } = upload
  return (await send({
    url: path(kind, 'create'),
    method: 'POST',
    // memorial_id first: the server checks access before it reads the file.
    body: formDataOf({ memorial_id: memorialId, description: description || undefined, file }),
    memorialId,
    timeout: LONG_TIMEOUT_MS,
    onProgress: pacedProgress(file.size, onProgress),
  })) as UploadResult
}

/** Undefined where files cannot be uploaded in parts: the server is of an earlier release, or the chunk did not load. */
async function createFromParts(
  upload: ArchiveUpload,
  { signal, send }: { signal: AbortSignal; send: Send },
): Promise<UploadResult | undefined> {
  const { kind, memorialId, file, description, onProgress, onInterrupted = () => undefined } = upload
  const metadata = { memorial_id: String(memorialId), kind }
  const sent = await send({
    url: UPLOADS_PATH.slice(1),
    memorialId,
    inParts: { file, metadata, onInterrupted },
    onProgress: pacedProgress(file.size, onProgress),
  })
  if (isWithoutParts(sent.error)) return undefined
  if (sent.error) return { error: sent.error }

  const backoff = createBackoff(signal)
  for (;;) {
    const body = formDataOf({
      memorial_id: memorialId,
      description: description || undefined,
      upload: sent.data as string,
    })
    const url = path(kind, 'create')
    const result = (await send({ url, method: 'POST', body, memorialId, timeout: LONG_TIMEOUT_MS })) as UploadResult
    // On a repeated request, the server responds with the item that it made of this upload.
    const mayPass = isConflict(result.error) || (isTransient(result.error) && !isFull(result.error))
    if (!mayPass || !(await backoff.wait())) return result
  }
}

function isWithoutParts(error: unknown): boolean {
  const isUnknown = [404, 405].includes(errorStatus(error) ?? 0)
  return isUnknown || (error as { status?: unknown } | undefined)?.status === 'CUSTOM_ERROR'
}

/** The tags that a new or deleted item invalidates: its archive, and the storage that its memorial uses. */
function changedBy(archive: ArchiveOf) {
  return [archiveTag(archive), idTag('Memorial', archive.memorialId)]
}

/** Shows the accepted change before the archive is refetched. */
function rewrite({ kind, memorialId }: ArchiveOf, change: (items: ArchiveItem[]) => ArchiveItem[]) {
  return archiveApi.util.updateQueryData('getArchive', { kind, memorialId }, change)
}

/** Items that `ids` does not name come last. */
function inOrder(items: ArchiveItem[], ids: number[]): ArchiveItem[] {
  const places = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: ArchiveItem) => places.get(id) ?? ids.length
  return [...items].sort((a, b) => placeOf(a) - placeOf(b))
}

const latest = new Map<string, symbol>()
const ends = new Map<string, Promise<unknown>>()

/**
 * Runs tasks with the same key one after another. A task that was superseded by a later one is not started, or its
 * result is dropped: both return `undefined`.
 */
export async function runLatestInOrder<Outcome>(
  key: string,
  work: () => PromiseLike<Outcome>,
): Promise<Outcome | undefined> {
  const turn = Symbol(key)
  const isReplaced = () => latest.get(key) !== turn
  const before = ends.get(key)

  async function run(): Promise<Outcome | undefined> {
    await before
    if (isReplaced()) return undefined
    const outcome = await work()
    return isReplaced() ? undefined : outcome
  }

  latest.set(key, turn)
  const outcome = run()
  ends.set(
    key,
    outcome.catch(() => undefined),
  )
  try {
    return await outcome
  } finally {
    if (!isReplaced()) {
      latest.delete(key)
      ends.delete(key)
    }
  }
}
