import './app/start.css'
import { RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { hasEarlyEvents, keepEarlyEvents } from './early-events'
import { keepTapsOnControls } from './steady-taps'
import { onIdleOrFirstInteraction } from './on-idle-or-first-interaction'

const AGAIN_AFTER_MS = 5_000

/**
 * The first script of a page. On a page that the server rendered it comes when that has been painted, and the program follows
 * once the line is free: such a page is complete, and a weak phone at a weak network has better to do first.
 */
const root = document.getElementById('root') as HTMLElement
const isRendered = document.getElementById(RENDERED_STATE_ELEMENT_ID) !== null

keepTapsOnControls()
if (isRendered) {
  const hasActed = hasEarlyEvents()
  const replay = keepEarlyEvents(root)
  onIdleOrFirstInteraction(() => void runProgram().then(replay), { hasActed })
} else {
  void runProgram()
}

/** Retries with a growing delay when a chunk does not load: the rendered page can be read until then. */
async function runProgram(againAfterMs = AGAIN_AFTER_MS): Promise<void> {
  try {
    const { startProgram } = await loadProgram()
    await startProgram(root)
  } catch (error) {
    if ((error as Error).name !== 'ChunkLoadError') throw error
    await new Promise((resolve) => setTimeout(resolve, againAfterMs))
    return runProgram(2 * againAfterMs)
  }
}

/** Its parts are evaluated one by one, so that none of them holds the page for long. */
async function loadProgram() {
  await Promise.all([
    import(/* webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client'),
    import('./app/theme'),
    import('./store/create-app-store'),
    import('./app/routes'),
  ])
  return import('./program')
}
