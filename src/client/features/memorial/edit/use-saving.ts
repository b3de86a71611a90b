import { useCallback, useState } from 'react'
import type { ExpectedFields, Memorial } from '@contract/memorial'
import { errorText, isConflict } from '@client/api/errors'
import { useLazyGetMemorialQuery } from '@client/api/memorial-api'
import { type MemorialUpdate, useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import type { FormFailure } from '@client/ui/form/Form'
import type { Beginning } from '@client/ui/form/KeepDraft'
import { saveFailure } from './save-failure'

type Part = Omit<MemorialUpdate, 'id' | 'expected' | 'photo'>

export interface Saving {
  /** Resolves to the reason if a part was not saved. */
  save: (part: Part) => Promise<FormFailure | undefined>
  /** The memorial as it is now, once somebody else has changed what the form is changing. Saving again overwrites that. */
  theirs: Memorial | undefined
  /** What the form began from, for its draft. */
  beginning: Beginning
}

/** Saves a part of a memorial, but not over what somebody else has written since it was read. */
export function useSaving(memorial: Memorial, failedText: string): Saving {
  const [updateMemorial] = useUpdateMemorialMutation()
  const [readAgain] = useLazyGetMemorialQuery()
  // What the form began from stays, also when the page is read anew while somebody types.
  const [begun, setBegun] = useState(memorial)
  const bringBack = useCallback((fields: Partial<Memorial>) => setBegun((latest) => ({ ...latest, ...fields })), [])
  const [theirs, setTheirs] = useState<Memorial>()
  const { id } = memorial

  async function save(part: Part): Promise<FormFailure | undefined> {
    const { error } = await updateMemorial({ id, ...part, expected: fieldsOf(theirs ?? begun, part) })
    if (!isConflict(error)) return saveFailure(error, failedText)
    const { data: now } = await readAgain(id)
    if (now) setTheirs(now)
    return saveFailure(error, now ? errorText(error, { fallback: failedText }) : failedText)
  }

  return { save, theirs, beginning: { value: begun, bringBack } }
}

function fieldsOf(memorial: Memorial, part: Part): ExpectedFields {
  const fields = Object.keys(part) as (keyof ExpectedFields)[]
  return Object.fromEntries(fields.map((field) => [field, memorial[field]]))
}
