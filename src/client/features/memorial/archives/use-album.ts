import type { ArchiveItem } from '@contract/archive'
import { archiveApi, useGetFirstPhotosQuery } from '@client/api/archive-api'

/** The id of the album, for links. */
export const ALBUM_ID = 'photos'

const NOTHING = { data: undefined }

/** The photos of a memorial: its first ones, or all of them once they have been asked for. Undefined until they are known. */
export function useAlbum(memorialId: number, { limit, skip = false }: { limit: number; skip?: boolean }) {
  const { data: all } = archiveApi.endpoints.getArchive.useQueryState(
    { kind: 'photo', memorialId },
    { selectFromResult: ({ currentData }) => ({ data: currentData }) },
  )
  const first = useGetFirstPhotosQuery({ memorialId, limit }, { skip })
  const { data: firstPhotos } = skip ? NOTHING : first
  const photos: ArchiveItem[] | undefined = all ?? firstPhotos?.result
  return { photos, total: all?.length ?? firstPhotos?.total ?? 0, first }
}
