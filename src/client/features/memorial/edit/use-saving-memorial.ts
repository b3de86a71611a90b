import type { ExpectedOfMemorial, Memorial } from '@contract/memorial'
import { useLazyGetMemorialQuery } from '@client/api/memorial-api'
import { type MemorialUpdate, useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { fieldsOf, type Saving, useSaving } from './use-saving'

const DELETED = 'Пока вы писали, эту страницу удалили.'

type Part = Pick<MemorialUpdate, keyof ExpectedOfMemorial>

/** Saves a part of a memorial. */
export function useSavingMemorial(memorial: Memorial, failedText: string): Saving<Memorial, Part> {
  const [updateMemorial] = useUpdateMemorialMutation()
  const [readAgain] = useLazyGetMemorialQuery()
  const { id } = memorial

  return useSaving<Memorial, Part>({
    thing: memorial,
    send: (part, before) => updateMemorial({ id, ...part, expected: fieldsOf(before, part) }),
    readAgain: async () => (await readAgain(id)).data,
    failedText,
    deleted: { text: DELETED },
  })
}
