import { archiveApi, type ArchiveOf, useGetArchiveQuery } from '@client/api/archive-api'

/** Copies of films take minutes. */
const LOOK_AGAIN_MS = 20_000

/** What an archive holds; while the server prepares a film in it, it is asked for again now and then. */
export function useArchive(archive: ArchiveOf) {
  const { isWaiting } = archiveApi.endpoints.getArchive.useQueryState(archive, {
    selectFromResult: ({ data = [] }) => ({ isWaiting: data.some((item) => item.is_being_prepared) }),
  })
  return useGetArchiveQuery(archive, { pollingInterval: isWaiting ? LOOK_AGAIN_MS : 0 })
}
