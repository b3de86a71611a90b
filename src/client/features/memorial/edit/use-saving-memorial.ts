import type { ExpectedOfMemorial, Memorial } from '@contract/memorial'
import { useLazyGetMemorialQuery } from '@client/api/memorial-api'
import { type MemorialUpdate, useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { fieldsOf, type Saving, type SharedThing, useSaving } from './use-saving'

const DELETED = 'Пока вы писали, эту страницу удалили.'

type Part = Pick<MemorialUpdate, keyof ExpectedOfMemorial>

/** Saves a section of a memorial. */
export function useSavingMemorial<Values extends Part>(
  memorial: Memorial,
  form: Pick<SharedThing<Memorial, Values>, 'valuesOf' | 'parts' | 'failedText'>,
): Saving<Values> {
  const [updateMemorial] = useUpdateMemorialMutation()
  const [readAgain] = useLazyGetMemorialQuery()
  const { id } = memorial

  return useSaving<Memorial, Values>({
    thing: memorial,
    send: (values, before) => updateMemorial({ id, ...values, expected: fieldsOf(before, values) }),
    readAgain: async () => (await readAgain(id)).data,
    deleted: { text: DELETED },
    ...form,
  })
}
