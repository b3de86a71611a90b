import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app/App'
import './app/fonts.css'
import { loadScreenAt } from './app/load-screen'
import { readSettings } from './app/read-settings'
import { routes } from './app/routes'
import './app/start.css'
import { createStyleCache, readStyleNonce } from './app/style-cache'
import { createAppStore } from './store/create-app-store'
import { startPersistence } from './store/persistence'

void start(document.getElementById('root') as HTMLElement)

/** Takes over the page the server rendered, or fills an empty one. */
async function start(container: HTMLElement): Promise<void> {
  const isRendered = container.firstElementChild !== null
  // Hydration meets the same screen that the server rendered only if that screen is here already.
  if (isRendered) await loadScreenAt(window.location.pathname)

  const store = createAppStore({ devTools: await loadDevTools() })
  const nonce = readStyleNonce()
  window.__nonce__ = nonce
  const app = (
    <App store={store} settings={readSettings()} styleCache={createStyleCache(nonce)}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </App>
  )

  if (isRendered) startTransition(() => void hydrateRoot(container, app))
  else createRoot(container).render(app)

  afterFirstPaint(() => startPersistence(store))
}

/** Redaction is loaded only where it has something to do. Where it fails to load, DevTools see nothing. */
async function loadDevTools() {
  if (!('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window)) return undefined
  return import('./store/redaction').then(
    ({ DEVTOOLS }) => DEVTOOLS,
    () => undefined,
  )
}

/** A frame is called just before a paint; a task that it leaves behind runs after it. Hidden tabs paint nothing. */
function afterFirstPaint(work: () => void): void {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
