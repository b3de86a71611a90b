import type { FormikValues } from 'formik'
import { PAGE_SIZE_MAX } from '@contract/limits'
import type { Memory } from '@contract/memory'
import { useLazyGetMemoriesQuery } from '@client/api/memory-api'
import { SAVE_FAILED } from '../edit/texts'
import { type Saving, type SharedThing, useSaving } from '../edit/use-saving'

const DELETED =
  'Пока вы писали, эти слова удалили. Если вернуть их из «Корзины» внизу страницы, то, что вы написали, можно будет сохранить.'

/** Saves a keeper's edits of a memory, but does not overwrite what another keeper has saved. */
export function useSavingWords<Values extends FormikValues>(
  memory: Memory,
  form: Pick<SharedThing<Memory, Values>, 'valuesOf' | 'parts' | 'send'>,
): Saving<Values> {
  const readAgain = useReadAgain(memory)
  return useSaving<Memory, Values>({
    thing: memory,
    readAgain,
    failedText: SAVE_FAILED,
    deleted: { text: DELETED },
    ...form,
  })
}

/** A memory can only be read in lists, and newer ones may have moved it to another page. */
function useReadAgain({ id, memorials_id: memorialId }: Memory): () => Promise<Memory | undefined> {
  const [readPage] = useLazyGetMemoriesQuery()

  return async () => {
    for (let offset = 0; ; offset += PAGE_SIZE_MAX) {
      const { data } = await readPage({ memorialId, offset, limit: PAGE_SIZE_MAX })
      const found = data?.result.find((memory) => memory.id === id)
      if (found || !data || offset + PAGE_SIZE_MAX >= data.total) return found
    }
  }
}
