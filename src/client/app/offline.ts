import { sendUnsentMemories } from '@client/features/memorial/memories/send-unsent-memories'
import { isSavingData } from '@client/lib/connection'
import { canSaveOffline, installWorker, listOfflineCopies } from '@client/offline/copies'
import { resumeSaves } from '@client/offline/unfinished-saves'
import type { AppStore } from '@client/store/create-app-store'

/** Delay the worker so that it does not compete with the first render: it loads all chunks. */
const IDLE_MS = 4_000
const SENT_EVERY_MS = 20_000

/**
 * Runs after the start, and whenever the connection is back: compares offline copies with the server, finishes saves that were
 * broken off, and sends memories that were written offline. Also installs the worker once, so that the site opens offline.
 */
export function startOffline(store: AppStore): void {
  const sendMemories = () => {
    if (navigator.onLine) void sendUnsentMemories(store).catch(() => undefined)
  }
  const check = () => {
    if (!navigator.onLine) return
    void checkCopies(store).catch(() => undefined)
    void resumeSaves(store.getState()).catch(() => undefined)
  }
  window.addEventListener('online', () => {
    sendMemories()
    check()
  })
  // A browser does not always know that its connection is back.
  setInterval(sendMemories, SENT_EVERY_MS)
  setTimeout(() => {
    sendMemories()
    check()
    // On a metered connection the worker is installed when a page is saved.
    if (canSaveOffline() && !isSavingData()) void installWorker().catch(() => undefined)
  }, IDLE_MS)
}

/** Most browsers have none, so what compares them is loaded only then. */
async function checkCopies(store: AppStore): Promise<void> {
  if (!canSaveOffline() || (await listOfflineCopies()).length === 0) return
  const { checkOfflineCopies } = await import('@client/offline/check-copies')
  await checkOfflineCopies(store)
}
