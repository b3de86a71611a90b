import type { ArchiveKind } from '@contract/archive'
import type { LetterToken } from '@contract/leaving'
import type { TrashedStory } from '@contract/questions'
import type { ReturnedMemorial, TrashedItem, TrashedMemorial, TrashedMemory } from '@contract/trash'
import { api, idTag, invalidateOnSuccess, listTag } from './api'
import { archiveTag, path } from './archive-api'
import type { Send } from './base-query'
import { actionFailure, type ApiFailure, okOrNotFound } from './errors'

/** Something of a memorial in the trash: an archive item, a memory or a story. */
export interface InTrash {
  memorialId: number
  kind: ArchiveKind | 'words' | 'stories'
  id: number
}

interface List<T> {
  result: T[]
}

/** What was deleted and can be restored. */
const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrashedMemorials: build.query<TrashedMemorial[], undefined>({
      query: () => ({ url: 'memorial/trash' }),
      transformResponse: ({ result }: List<TrashedMemorial>) => result,
      providesTags: [listTag('Trash')],
    }),

    restoreMemorial: build.mutation<unknown, number>({
      query: (id) => ({ url: `memorial/restore/${id}`, method: 'POST' }),
      invalidatesTags: invalidateOnSuccess(
        (id) => [listTag('Trash'), listTag('Memorial'), idTag('Memorial', id), 'Relation'],
        okOrNotFound,
      ),
    }),

    destroyMemorial: build.mutation<null, number>({
      query: (id) => destruction(`memorial/trash/${id}`),
      invalidatesTags: invalidateOnSuccess([listTag('Trash')], okOrNotFound),
    }),

    /** Stops at the first that cannot be destroyed. */
    destroyMemorials: build.mutation<null, number[]>({
      queryFn: (ids, _queryApi, _options, send) =>
        destroyEach(
          ids.map((id) => `memorial/trash/${id}`),
          send,
        ),
      invalidatesTags: [listTag('Trash')],
    }),

    /** Restores a destroyed page by the link of a letter. */
    returnMemorial: build.mutation<ReturnedMemorial, LetterToken>({
      query: (body) => ({ url: 'memorial/return', method: 'POST', body, anonymous: true }),
      invalidatesTags: (memorial) =>
        memorial ? [listTag('Trash'), listTag('Memorial'), idTag('Memorial', memorial.id), 'Relation'] : [],
    }),

    getTrashedItems: build.query<TrashedItem[], { kind: ArchiveKind; memorialId: number }>({
      query: ({ kind, memorialId }) => ({ url: `${path(kind, 'trash')}/${memorialId}` }),
      transformResponse: ({ result }: List<TrashedItem>) => result,
      providesTags: (_items, _error, { memorialId }) => [listTag('Trash', memorialId)],
    }),

    getTrashedMemories: build.query<TrashedMemory[], number>({
      query: (memorialId) => ({ url: `memories/trash/${memorialId}` }),
      transformResponse: ({ result }: List<TrashedMemory>) => result,
      providesTags: (_memories, _error, memorialId) => [listTag('Trash', memorialId)],
    }),

    getTrashedStories: build.query<TrashedStory[], number>({
      query: (memorialId) => ({ url: `stories/trash/${memorialId}` }),
      transformResponse: ({ result }: List<TrashedStory>) => result,
      providesTags: (_stories, _error, memorialId) => [listTag('Trash', memorialId)],
    }),

    restoreFromTrash: build.mutation<unknown, InTrash>({
      query: ({ kind, id }) => ({ url: `${base(kind)}/restore/${id}`, method: 'POST' }),
      invalidatesTags: invalidateOnSuccess((what) => movedTags(what), okOrNotFound),
    }),

    destroyInTrash: build.mutation<null, InTrash>({
      query: (what) => destruction(urlOf(what)),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('Trash', memorialId), idTag('Memorial', memorialId)],
        okOrNotFound,
      ),
    }),

    /** Stops at the first that cannot be destroyed. All are of one memorial. */
    destroyAllInTrash: build.mutation<null, InTrash[]>({
      queryFn: (all, _queryApi, _options, send) => destroyEach(all.map(urlOf), send),
      invalidatesTags: (_nothing, _error, [first]) =>
        first ? [listTag('Trash', first.memorialId), idTag('Memorial', first.memorialId)] : [],
    }),
  }),
})

export const {
  useGetTrashedMemorialsQuery,
  useRestoreMemorialMutation,
  useDestroyMemorialMutation,
  useDestroyMemorialsMutation,
  useReturnMemorialMutation,
  useGetTrashedItemsQuery,
  useGetTrashedMemoriesQuery,
  useGetTrashedStoriesQuery,
  useRestoreFromTrashMutation,
  useDestroyInTrashMutation,
  useDestroyAllInTrashMutation,
} = trashApi

function base(kind: InTrash['kind']): string {
  if (kind === 'stories') return kind
  return kind === 'words' ? 'memories' : `${kind}_archive`
}

function urlOf({ kind, id }: InTrash): string {
  return `${base(kind)}/trash/${id}`
}

function destruction(url: string) {
  return { url, method: 'DELETE' }
}

/** One request after another. A 404 means that it was destroyed elsewhere. */
async function destroyEach(urls: string[], send: Send) {
  for (const url of urls) {
    const { error } = await send(destruction(url))
    if (error && !okOrNotFound(error)) return { error }
  }
  return { data: null }
}

function movedTags({ kind, memorialId }: InTrash) {
  const there =
    kind === 'words' || kind === 'stories' ? listTag('Memory', memorialId) : archiveTag({ kind, memorialId })
  return [listTag('Trash', memorialId), there]
}

interface MutationOutcome {
  error?: ApiFailure
}

/** The message after a restore from the trash. */
export function restoreOutcome({ error }: MutationOutcome) {
  if (!error) return { isDone: true, message: 'Возвращено на место' }
  return { isDone: false, message: actionFailure(error) }
}

/** The same after a destruction. A 404 means that it was destroyed elsewhere. */
export function destroyOutcome({ error }: MutationOutcome) {
  if (okOrNotFound(error)) return { isDone: true, message: 'Удалено навсегда' }
  return { isDone: false, message: actionFailure(error) }
}
