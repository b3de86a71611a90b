import './app/start.css'
import { RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { hasEarlyEvents, keepEarlyEvents } from './early-events'
import { keepTapsOnControls } from './steady-taps'
import { whenProgramIsDue } from './when-program-is-due'

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
  whenProgramIsDue(() => void loadProgram().then(replay), { hasActed })
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
