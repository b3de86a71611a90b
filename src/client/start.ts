import './app/start.css'
import { RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { isChunkFailure, withRetries } from './chunk-retries'
import { evaluatedApart } from './own-tasks'
import { hasEarlyEvents, recordEarlyEvents, retargetShiftedTaps } from './early-events'
import { onIdleOrFirstInteraction } from './on-idle-or-first-interaction'

const AGAIN_AFTER_MS = 5_000

/**
 * The first script of a page. A server-rendered page loads it after the first paint, and the remaining chunks when the
 * network is idle: such a page is complete, and a weak phone on a weak network has better things to do first.
 */
const root = document.getElementById('root') as HTMLElement
const isRendered = document.getElementById(RENDERED_STATE_ELEMENT_ID) !== null

__webpack_chunk_load__ = evaluatedApart(withRetries(__webpack_chunk_load__))
retargetShiftedTaps()
if (isRendered) {
  const hasActed = hasEarlyEvents()
  const early = recordEarlyEvents(root)
  onIdleOrFirstInteraction(() => void runApp(early.release).then(early.replay), { hasActed })
} else {
  void runApp()
}

/**
 * When a chunk fails to load, or the application fails, the page says so and records no more clicks. The chunk is retried
 * with a growing delay: the rendered page stays readable until then.
 */
async function runApp(onFailure?: () => void, againAfterMs = AGAIN_AFTER_MS): Promise<void> {
  try {
    const { startApp } = await loadApp()
    await startApp(root)
    document.getElementById('start-failure')?.remove()
  } catch (error) {
    onFailure?.()
    window.showStartFailure?.()
    if (!isChunkFailure(error)) throw error
    await onlineOrAfter(againAfterMs)
    return runApp(onFailure, 2 * againAfterMs)
  }
}

function onlineOrAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, ms)
  })
}

/** One chunk, whose parts are evaluated in tasks of their own, so that none of them blocks the page for long. */
async function loadApp() {
  const { evaluate } = await import(/* webpackChunkName: "app" */ './evaluate-app')
  return evaluate()
}
