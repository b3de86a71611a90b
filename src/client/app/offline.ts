import { checkOfflineCopies } from '@client/features/memorial/offline/check-offline-copies'
import { sendUnsentWords } from '@client/features/memorial/memories/send-unsent-words'
import { isSavingData } from '@client/lib/connection'
import { canSaveOffline } from '@client/lib/offline-copies'
import { installWorker } from '@client/lib/service-worker'
import type { AppStore } from '@client/store/create-app-store'

/** The reader comes first: the worker loads the whole program. */
const IDLE_MS = 4_000
const SENT_EVERY_MS = 20_000

/**
 * What follows when the program stands, and whenever the connection is back: kept pages are compared with the server, and
 * words that were written without network are sent. Once it also sees to it that the site opens without network.
 */
export function startOffline(store: AppStore): void {
  const sendWords = () => {
    if (navigator.onLine) void sendUnsentWords(store).catch(() => undefined)
  }
  const check = () => {
    if (navigator.onLine) void checkOfflineCopies(store.getState()).catch(() => undefined)
  }
  window.addEventListener('online', () => {
    sendWords()
    check()
  })
  // A browser does not always know that its connection is back.
  setInterval(sendWords, SENT_EVERY_MS)
  setTimeout(() => {
    sendWords()
    check()
    // Where bytes are few, it comes when a page is saved.
    if (canSaveOffline() && !isSavingData()) void installWorker().catch(() => undefined)
  }, IDLE_MS)
}
