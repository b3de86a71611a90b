import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app/App'
import { createStyleCache, loadPageAt, readRenderedState, readSettings } from './ssr/hydration'
import { routes } from './app/routes'
import { dropOldDrafts } from './lib/draft'
import { nextTask } from './own-tasks'
import { createAppStore } from './store/create-app-store'
import { startPersistence } from './store/persistence'

declare global {
  interface Window {
    /** Where goober, the CSS library of notistack, looks for its style element. */
    _goober?: { parentNode: Node; firstChild: { data: string } }
  }
}

/**
 * Hydrates the page that the server rendered, or renders into an empty one. Resolves when clicks are handled. A chunk that
 * fails does so before anything has changed, so that the whole call can be retried.
 */
export async function startApp(container: HTMLElement): Promise<void> {
  const preloadedState = readRenderedState()
  const isRendered = preloadedState !== undefined
  // Hydration matches the server-rendered page only if its components are loaded already.
  if (isRendered) await loadPageAt(window.location.pathname)
  // Without hydration data the router treats the page as a new one, and scrolls to its top.
  const routerOptions = isRendered ? { hydrationData: {} } : undefined

  await nextTask()
  const store = createAppStore({ preloadedState, devTools: await loadDevTools() })
  allowToastStylesUnderCsp()
  await nextTask()

  await new Promise<void>((resolve, reject) => {
    const app = (
      <App store={store} settings={readSettings()} styleCache={createStyleCache()} onShown={resolve}>
        <RouterProvider router={createBrowserRouter(routes, routerOptions)} />
      </App>
    )
    // An error that no page's error boundary catches leaves an empty page.
    const onUncaughtError = (cause: unknown) => {
      window.showStartFailure?.()
      reject(new Error('The application failed', { cause }))
      reportError(cause)
    }
    if (isRendered) startTransition(() => void hydrateRoot(container, app, { onUncaughtError }))
    else createRoot(container, { onUncaughtError }).render(app)
  })
  startPersistence(store)
  dropOldDrafts()
  void import('./app/offline').then(
    ({ startOffline }) => startOffline(store),
    () => undefined,
  )
}

/** Redaction is loaded only when DevTools are present. If it fails to load, DevTools see nothing. */
async function loadDevTools() {
  if (!('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window)) return undefined
  return import('./store/redaction').then(
    ({ DEVTOOLS }) => DEVTOOLS,
    () => undefined,
  )
}

/**
 * goober writes its rules as text into a style element. The Content-Security-Policy of the page has no hash of that text,
 * and would block it; rules that are added one by one to an empty element are allowed. Call it before notistack is loaded.
 */
function allowToastStylesUnderCsp(): void {
  const element = document.head.appendChild(document.createElement('style'))
  let text = ''
  window._goober = {
    parentNode: document.head,
    firstChild: {
      get data() {
        return text
      },
      set data(rules) {
        text = rules
        const { sheet } = element
        if (!sheet) return
        while (sheet.cssRules.length > 0) sheet.deleteRule(0)
        for (const rule of rulesOf(rules)) sheet.insertRule(rule, sheet.cssRules.length)
      },
    },
  }
}

/** The rules of a sheet, each with its nested rules. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] !== '}' || --depth > 0) continue
    rules.push(css.slice(start, at + 1))
    start = at + 1
  }
  return rules
}
