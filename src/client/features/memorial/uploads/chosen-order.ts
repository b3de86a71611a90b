import type { ArchiveItem } from '@contract/archive'
import { archiveApi, type ArchiveOf } from '@client/api/archive-api'
import { archiveChangeApi } from '@client/api/archive-change-api'
import type { AppDispatch } from '@client/store/root-reducer'
import type { Upload } from './upload-slice'

/** Concurrent uploads may arrive in another order than the files were chosen in: reorders those of one archive accordingly. */
export function inChosenOrder(archive: ArchiveOf, uploads: Upload[]) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const chosen = uploads.flatMap(({ itemId }) => itemId ?? [])
    // Ids increase in the order of arrival.
    if (chosen.every((id, index) => index === 0 || id >= (chosen[index - 1] ?? id))) return

    const items = await dispatch(itemsWith(archive, chosen))
    // Without the list the other ids are unknown. The files are stored all the same, in the order of their arrival.
    if (!items) return
    const ids = rearranged(
      items.map(({ id }) => id),
      chosen,
    )
    await dispatch(archiveChangeApi.endpoints.reorderArchive.initiate({ ...archive, ids }))
  }
}

/**
 * The items of an archive, refetched if the chosen ones are not all there: a response that was already under way may be older
 * than the last upload. `undefined` if it cannot be read.
 */
function itemsWith(archive: ArchiveOf, chosen: number[]) {
  return async (dispatch: AppDispatch): Promise<ArchiveItem[] | undefined> => {
    const ask = () =>
      dispatch(archiveApi.endpoints.getArchive.initiate(archive, { forceRefetch: true, subscribe: false }))
    const { data: items } = await ask()
    const there = new Set(items?.map(({ id }) => id))
    if (!items || chosen.every((id) => there.has(id))) return items
    const { data: asked } = await ask()
    return asked
  }
}

/** The ids of an archive with the chosen ones in their order, in the positions that these occupy. */
export function rearranged(ids: number[], chosen: number[]): number[] {
  const inOrder = chosen.filter((id) => ids.includes(id))
  return ids.map((id) => (chosen.includes(id) ? (inOrder.shift() ?? id) : id))
}
