import './app/start.css'
import { RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { hasEarlyEvents, keepEarlyEvents } from './early-events'
import { keepTapsOnControls } from './steady-taps'
import { whenReaderActs } from './when-reader-acts'

/**
 * The first script of a page, and on a page that the server rendered the only one until the reader does something: such a
 * page is complete, and a weak phone at a weak network has better to do. There it comes when the page has been painted.
 */
const root = document.getElementById('root') as HTMLElement
const isRendered = document.getElementById(RENDERED_STATE_ELEMENT_ID) !== null

keepTapsOnControls()
if (isRendered) {
  const hasActed = hasEarlyEvents()
  const replay = keepEarlyEvents(root)
  whenReaderActs(() => void loadProgram().then(replay), { hasActed })
} else {
  void loadProgram()
}

/** Its parts are evaluated one by one, so that none of them holds the page for long. */
async function loadProgram(): Promise<void> {
  await Promise.all([
    import(/* webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client'),
    import('./app/theme'),
    import('./store/create-app-store'),
    import('./app/routes'),
  ])
  const { startProgram } = await import('./program')
  await startProgram(root)
}
