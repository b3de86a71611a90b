import { LONG_TIMEOUT_MS, MEMORIES_PAGE_SIZE, VOICE_PART_BYTES } from '@contract/limits'
import type { ExpectedOfMemory, MemoryChange, MemoryDraft, MemoryPage, WrittenMemory } from '@contract/memory'
import type { Story } from '@contract/questions'
import { VOICES_PATH } from '@contract/upload-protocol'
import { pacedProgress } from '@client/lib/resumable-upload'
import { api, invalidateOnSuccess, listTag } from './api'
import { isConflict, okOrNotFound } from './errors'
import { formDataOf } from './form-data'

export interface MemoryListArg {
  memorialId: number
  offset?: number
  limit?: number
}

/** A page of the memories of a memorial, from 0. All that ask for the same page share one response. */
export function pageOfMemories(memorialId: number, index = 0): MemoryListArg {
  return { memorialId, offset: index * MEMORIES_PAGE_SIZE, limit: MEMORIES_PAGE_SIZE }
}

/** A memory and the memorial in whose list it is. */
export interface MemoryOfMemorial {
  id: number
  memorialId: number
}

/** Overrides the sender: an account or a visitor with a PIN, or without a token a guest. */
interface Sender {
  token: string | undefined
}

interface Sending extends MemoryDraft {
  as?: Sender
  photo?: SentPhoto | undefined
  /** The id of a voice that was sent before. */
  voice_upload?: string | undefined
}

interface OutgoingVoice extends SentPhoto {
  /** For words at a page, or for the answer to the question of a letter's link. */
  place: { memorialId: number } | { token: string }
  /** The connection broke. It is retried automatically. */
  onInterrupted: () => void
}

interface SentPhoto {
  file: File
  /** Called with the number of bytes sent, at most a few times a second. */
  onProgress: (sentBytes: number) => void
}

interface MemoryUpdate extends MemoryOfMemorial {
  change: Omit<MemoryChange, 'expected'>
  /** The fields before the change. */
  expected: ExpectedOfMemory
}

export const memoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMemories: build.query<MemoryPage, MemoryListArg>({
      query: ({ memorialId, ...page }) => ({
        url: 'memories/all',
        params: { memorial_id: memorialId, ...page },
        memorialId,
        ignoreUnauthorized: true,
      }),
      providesTags: (_page, _error, { memorialId }) => [listTag('Memory', memorialId)],
    }),

    /** The stories told about a person. The argument is the memorial's id. */
    getStories: build.query<{ result: Story[] }, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/stories`, memorialId, ignoreUnauthorized: true }),
      providesTags: (_stories, _error, memorialId) => [listTag('Memory', memorialId)],
    }),

    /** An owner's memory is published at once; all others wait for a decision, so no list changes. */
    createMemory: build.mutation<WrittenMemory, Sending>({
      query: ({ as, photo, ...draft }) => ({
        url: 'memories/create',
        method: 'POST',
        memorialId: draft.memorials_id,
        ...(as && { token: as.token, anonymous: true }),
        ...(photo ? withPhoto(draft, photo) : { body: draft }),
      }),
      invalidatesTags: (memory) => (memory?.status === 'approved' ? [listTag('Memory', memory.memorials_id)] : []),
    }),

    /** Sends a voice in parts, and returns the id by which its words name it. A further call goes on where it stopped. */
    sendVoice: build.mutation<string, OutgoingVoice>({
      query: ({ place, file, onProgress, onInterrupted }) => ({
        url: VOICES_PATH.slice(1),
        ...('token' in place ? { anonymous: true } : place),
        inParts: { file, metadata: metadataOf(place), partBytes: VOICE_PART_BYTES, onInterrupted },
        onProgress: pacedProgress(file.size, onProgress),
      }),
    }),

    updateMemory: build.mutation<unknown, MemoryUpdate>({
      query: ({ id, change, expected }) => ({
        url: `memories/update/${id}`,
        method: 'PATCH',
        body: { ...change, expected: JSON.stringify(expected) },
      }),
      invalidatesTags: (_memory, error, { memorialId }) => listsAfterChange(memorialId, error),
    }),

    deleteMemory: build.mutation<null, MemoryOfMemorial>({
      query: ({ id }) => ({ url: `memories/delete/${id}`, params: { keep: true }, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('Memory', memorialId), listTag('Trash', memorialId)],
        okOrNotFound,
      ),
    }),
  }),
})

function metadataOf(place: OutgoingVoice['place']): Record<string, string> {
  return 'token' in place ? place : { memorial_id: String(place.memorialId) }
}

/** The tags that a changed memory invalidates, also if someone else's change came first. */
export function listsAfterChange(memorialId: number, error: unknown) {
  return error && !isConflict(error) ? [] : [listTag('Memory', memorialId)]
}

function withPhoto({ memorials_id, ...draft }: Omit<Sending, 'as' | 'photo'>, { file, onProgress }: SentPhoto) {
  return {
    // The server checks who may read the page before it reads the file.
    body: formDataOf({ memorials_id, ...draft, file }),
    timeout: LONG_TIMEOUT_MS,
    onProgress: pacedProgress(file.size, onProgress),
  }
}

export const {
  useGetMemoriesQuery,
  useLazyGetMemoriesQuery,
  useGetStoriesQuery,
  useLazyGetStoriesQuery,
  useCreateMemoryMutation,
  useSendVoiceMutation,
  useUpdateMemoryMutation,
  useDeleteMemoryMutation,
} = memoryApi
