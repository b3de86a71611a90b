import { type MemorialForm, memorialDraftSchema } from '@contract/memorial'
import { type DraftKey, keyOfDraft } from '@client/lib/draft'

export const EMPTY_MEMORIAL: MemorialForm = {
  lastname: '',
  name: '',
  surname: '',
  birth_date: '',
  death_date: '',
  biography: '',
  public_status: false,
  swo_status: false,
  rate_check: false,
  file: null,
}

/** What is kept of an unsent memorial: all but the photo, which no storage of a tab can hold. */
export const DRAFT_FIELDS = Object.keys(memorialDraftSchema.fields)

/** Each account has a draft of its own, so the next person at the same screen does not read it. */
export function draftKeyOf(userId: number | undefined): DraftKey {
  return keyOfDraft('memorial', userId ?? 'guest')
}
