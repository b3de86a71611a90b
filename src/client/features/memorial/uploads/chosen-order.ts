import { archiveApi, type ArchiveOf } from '@client/api/archive-api'
import type { AppDispatch } from '@client/store/root-reducer'
import type { Upload } from './upload-slice'

/** Files sent at once may arrive in another order than they were chosen in: puts those of one archive in that order. */
export function inChosenOrder(archive: ArchiveOf, uploads: Upload[]) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const chosen = uploads.flatMap(({ itemId }) => itemId ?? [])
    // Ids grow in the order of arrival.
    if (chosen.every((id, index) => index === 0 || id >= (chosen[index - 1] ?? id))) return

    const { getArchive, reorderArchive } = archiveApi.endpoints
    const query = dispatch(getArchive.initiate(archive, { forceRefetch: true, subscribe: false }))
    const { data: items } = await query
    // Without it nobody knows the others. The files are there all the same, in the order of their arrival.
    if (!items) return
    const ids = rearranged(
      items.map(({ id }) => id),
      chosen,
    )
    await dispatch(reorderArchive.initiate({ ...archive, ids }))
  }
}

/** The ids of an archive with the chosen ones, in their order, in the places that they have there. */
export function rearranged(ids: number[], chosen: number[]): number[] {
  const inOrder = chosen.filter((id) => ids.includes(id))
  return ids.map((id) => (chosen.includes(id) ? (inOrder.shift() ?? id) : id))
}
