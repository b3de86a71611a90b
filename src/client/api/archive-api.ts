import type { ArchiveItem, ArchiveList } from '@contract/archive'
import { type ArchiveKind, archivePaths } from '@contract/archive-kinds'
import { api, listTag } from './api'

/** One of the three archives of a memorial. */
export interface ArchiveOf {
  kind: ArchiveKind
  memorialId: number
}

export const archiveApi = api.injectEndpoints({
  endpoints: (build) => ({
    getArchive: build.query<ArchiveItem[], ArchiveOf>({
      query: ({ kind, memorialId }) => ({
        url: `${path(kind, 'list')}/${memorialId}`,
        memorialId,
        ignoreUnauthorized: true,
      }),
      transformResponse: ({ result }: { result: ArchiveItem[] }) => result,
      providesTags: (_items, _error, archive) => [listTag('ArchiveItem', archive.memorialId), archiveTag(archive)],
    }),

    /** The first photos, with their previews, and how many there are. */
    getFirstPhotos: build.query<FirstPhotos, FirstPhotosOf>({
      query: ({ memorialId, limit }) => ({
        url: `${path('photo', 'list')}/${memorialId}`,
        params: { limit },
        memorialId,
        ignoreUnauthorized: true,
      }),
      transformResponse: ({ result, total = result.length }: ArchiveList) => ({ result, total }),
      providesTags: (_items, _error, { memorialId }) => [
        listTag('ArchiveItem', memorialId),
        archiveTag({ kind: 'photo', memorialId }),
      ],
    }),
  }),
})

export interface FirstPhotos {
  result: ArchiveItem[]
  total: number
}

interface FirstPhotosOf {
  memorialId: number
  limit: number
}

export const { useGetArchiveQuery, useGetFirstPhotosQuery, useLazyGetArchiveQuery } = archiveApi

/** The tag of one archive: a new photo need not refetch the recordings. */
export function archiveTag({ kind, memorialId }: ArchiveOf) {
  return { type: 'ArchiveItem' as const, id: `${kind}-${memorialId}` }
}

/** Below the base path, as `ApiRequest` wants it. */
export function path(kind: ArchiveKind, call: keyof ReturnType<typeof archivePaths>): string {
  return archivePaths(kind)[call].slice(1)
}
