import type { MemoryDraft, WrittenMemory } from '@contract/memory'
import { errorStatus, isTransient } from '@client/api/errors'
import { memoryApi } from '@client/api/memory-api'
import { userApi } from '@client/api/user-api'
import { type DraftKey, keyOfDraft, readDraft, writeDraft } from '@client/lib/draft'
import {
  dropUnsent,
  keyOfPendingMemories,
  markPageGone,
  readPendingMemories,
  readUnsent,
  unsentKeys,
  type UnsentMemory,
  writePendingMemories,
  writerOf,
} from '@client/lib/unsent-memories'
import { selectAccountToken, selectMemorialToken } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import { notify } from '@client/store/listeners'

const LOCK = 'unsent-words'
const SENT = 'Слова, написанные без связи, отправлены.'
const PAGE_GONE =
  'Слова, написанные без связи, отправить некуда: страницу удалили. Прочитать и скопировать их можно по её прежнему адресу.'
const REFUSED = 'Слова, написанные без связи, не приняты. Они ждут вас в форме на странице.'
/** The page is closed now, or there were too many requests: retried later. */
const LATER = [401, 403, 429]

/** Sends memories that were written without a connection. Only one of several tabs does it. What cannot be sent yet stays. */
export async function sendUnsentMemories(store: AppStore): Promise<void> {
  if (unsentKeys().length === 0) return
  const accountToken = selectAccountToken(store.getState())
  const me = accountToken === undefined ? undefined : await accountOf(store)
  const sendAll = async () => {
    for (const key of unsentKeys()) {
      const whose = writerOf(key)
      if (whose === undefined || (whose !== 'guest' && whose !== me)) continue
      for (const words of readUnsent(key).filter(({ is_page_gone }) => !is_page_gone)) {
        // With the credentials of the author, not those of the account that is signed in now.
        const token = whose === 'guest' ? selectMemorialToken(store.getState(), words.memorials_id) : accountToken
        await send(store, key, words, { whose, token })
      }
    }
  }
  // Without locks two tabs may send the same memory, and the server stores it once.
  if ('locks' in navigator) await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && sendAll())
  else await sendAll()
}

async function accountOf(store: AppStore): Promise<number | undefined> {
  const { data } = await store.dispatch(userApi.endpoints.getMe.initiate(undefined, { subscribe: false }))
  return data?.id
}

async function send(
  store: AppStore,
  key: DraftKey,
  { written_at: _at, ...draft }: UnsentMemory,
  { whose, token }: { whose: number | 'guest'; token: string | undefined },
): Promise<void> {
  const sent = memoryApi.endpoints.createMemory.initiate({ ...draft, as: { token } }, { track: false })
  const { data, error } = await store.dispatch(sent)
  // The account has signed out in the meantime, which deleted all that it wrote here.
  if (whose !== 'guest' && token !== selectAccountToken(store.getState())) return
  const status = errorStatus(error) ?? 0
  if (!data && (isTransient(error) || LATER.includes(status))) return
  if (data) addWaiting(data, whose)
  else if (status !== 404) returnToForm(draft, whose)
  if (status === 404) markPageGone(key, draft.idempotency_key)
  else dropUnsent(key, draft.idempotency_key)
  if (data) store.dispatch(notify({ variant: 'success', text: SENT }))
  else store.dispatch(notify({ variant: 'error', text: status === 404 ? PAGE_GONE : REFUSED }))
}

/** Appended to the present draft. */
function returnToForm({ memorials_id, description, author }: MemoryDraft, whose: number | 'guest'): void {
  const key = keyOfDraft('memory', memorials_id, whose)
  const before = readDraft(key)?.description
  const texts = typeof before === 'string' && before !== '' ? [before, description] : [description]
  writeDraft(key, { description: texts.join('\n\n'), author })
}

function addWaiting({ status, ...memory }: WrittenMemory, whose: number | 'guest'): void {
  if (status !== 'pending') return
  const key = keyOfPendingMemories(memory.memorials_id, whose)
  const waiting = JSON.parse(readPendingMemories(key)) as (typeof memory)[]
  writePendingMemories(key, [...waiting.filter(({ id }) => id !== memory.id), memory])
}
