import { archiveApi, type ArchiveOf, useGetArchiveQuery } from '@client/api/archive-api'

/** Conversions of films take minutes. */
const LOOK_AGAIN_MS = 20_000

/** The items of an archive; polled while the server converts a film in it. */
export function useArchive(archive: ArchiveOf) {
  const { isWaiting } = archiveApi.endpoints.getArchive.useQueryState(archive, {
    selectFromResult: ({ data = [] }) => ({ isWaiting: data.some((item) => item.is_being_prepared) }),
  })
  return useGetArchiveQuery(archive, { pollingInterval: isWaiting ? LOOK_AGAIN_MS : 0 })
}
