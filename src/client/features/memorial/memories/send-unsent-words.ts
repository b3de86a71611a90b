import type { WrittenMemory } from '@contract/memory'
import { errorStatus, isTransient } from '@client/api/errors'
import { memoryApi } from '@client/api/memory-api'
import { userApi } from '@client/api/user-api'
import { type DraftKey, keyOfDraft, writeDraft } from '@client/lib/draft'
import { dropUnsent, readUnsent, unsentKeys, type UnsentWords, writerOf } from '@client/lib/unsent-words'
import { keyOfWaitingWords, readWaitingWords, writeWaitingWords } from '@client/lib/waiting-words'
import { selectAccountToken } from '@client/session/selectors'
import type { AppStore } from '@client/store/create-app-store'
import { told } from '@client/store/notices'

const LOCK = 'unsent-words'
const SENT = 'Слова, написанные без связи, отправлены.'
const PAGE_GONE = 'Слова, написанные без связи, отправить некуда: страницу удалили.'
const REFUSED = 'Слова, написанные без связи, не приняты. Они ждут вас в форме на странице.'
/** The page is closed now, or too much was sent at once: another time. */
const LATER = [401, 403, 429]

/** Sends what was written without a connection. Of several tabs one does it. What cannot be sent yet stays. */
export async function sendUnsentWords(store: AppStore): Promise<void> {
  if (unsentKeys().length === 0) return
  const me = await accountOf(store)
  const sendAll = async () => {
    for (const key of unsentKeys()) {
      const whose = writerOf(key)
      if (whose !== 'guest' && whose !== me) continue
      for (const words of readUnsent(key)) await send(store, key, words, me ?? 'guest')
    }
  }
  // Browsers without locks send twice at worst, and the server keeps it once.
  if ('locks' in navigator) await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && sendAll())
  else await sendAll()
}

async function accountOf(store: AppStore): Promise<number | undefined> {
  if (!selectAccountToken(store.getState())) return undefined
  const { data } = await store.dispatch(userApi.endpoints.getMe.initiate(undefined, { subscribe: false }))
  return data?.id
}

async function send(
  { dispatch }: AppStore,
  key: DraftKey,
  { written_at: _at, ...draft }: UnsentWords,
  whose: number | 'guest',
): Promise<void> {
  const { data, error } = await dispatch(memoryApi.endpoints.createMemory.initiate(draft, { track: false }))
  const status = errorStatus(error) ?? 0
  if (!data && (isTransient(error) || LATER.includes(status))) return
  if (data) keepWaiting(data, whose)
  else if (status !== 404) {
    writeDraft(keyOfDraft('memory', draft.memorials_id, whose), {
      description: draft.description,
      author: draft.author,
    })
  }
  dropUnsent(key, draft.idempotency_key)
  if (data) dispatch(told({ variant: 'success', text: SENT }))
  else dispatch(told({ variant: 'error', text: status === 404 ? PAGE_GONE : REFUSED }))
}

function keepWaiting({ status, ...memory }: WrittenMemory, whose: number | 'guest'): void {
  if (status !== 'pending') return
  const key = keyOfWaitingWords(memory.memorials_id, whose)
  const waiting = JSON.parse(readWaitingWords(key)) as (typeof memory)[]
  writeWaitingWords(key, [...waiting.filter(({ id }) => id !== memory.id), memory])
}
