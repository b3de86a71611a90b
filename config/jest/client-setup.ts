import { format } from 'node:util'
import { createElement } from 'react'
import { type EmotionCache } from '@emotion/cache'
import { __unsafe_useEmotionCache } from '@emotion/react'
import { renderToStaticMarkup } from 'react-dom/server'
import '@testing-library/jest-dom'
import { cleanup, type Config, configure, getConfig } from '@testing-library/react'
import { breakHeld, forgetRequests, server } from '@support/server'

/** On two busy cores a lazy page and its first response may take longer than the usual second. */
const ASYNC_TIMEOUT_MS = 30_000

/** Testing Library recognises by this name the error that it completes at the end of a wait. */
const NOT_FOUND_ERROR = 'TestingLibraryElementError'

configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS, getElementError: quickWhileWaiting(getConfig().getElementError) })
// Testing Library sets up both when it is loaded, which happens only for the first test file of a worker.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(cleanup)

/** The cache of components that a test renders outside the application. */
const styleCache = defaultStyleCache()

const unexpected: string[] = []

beforeAll(() =>
  server.listen({
    onUnhandledRequest: ({ method, url }, print) => {
      unexpected.push(`${method} ${url}`)
      print.error()
    },
  }),
)

// A complaint of React or the browser is a bug in the code or the test: neither may go unnoticed.
const complaints: string[] = []
const complain = (...parts: unknown[]) => void complaints.push(format(...parts))
Object.assign(console, { error: complain, warn: complain })

afterEach(() => {
  breakHeld()
  server.resetHandlers()
  forgetRequests()
  localStorage.clear()
  sessionStorage.clear()
  emptyDocument()
  // The application sees only a failed request and may swallow it: the test must not. Both lists are emptied before either
  // is compared: leftovers would fail the next test.
  const found = { unexpected: unexpected.splice(0), complaints: complaints.splice(0) }
  expect(found).toEqual({ unexpected: [], complaints: [] })
})

afterAll(() => {
  server.close()
  flushStyles()
})

function emptyDocument(): void {
  for (const part of [document.documentElement, document.body]) {
    for (const name of part.getAttributeNames()) part.removeAttribute(name)
  }
  for (const element of document.head.querySelectorAll(':not(style)')) element.remove()
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
}

/** Leftover style rules would slow every later query by role: jsdom matches all rules against each element. */
function flushStyles(): void {
  styleCache.sheet.flush()
  styleCache.inserted = {}
  styleCache.registered = {}
}

function defaultStyleCache(): EmotionCache {
  let found: EmotionCache | undefined
  function Finder() {
    found = __unsafe_useEmotionCache() ?? undefined
    return null
  }
  renderToStaticMarkup(createElement(Finder))
  if (!found) throw new Error('emotion has no cache of its own')
  return found
}

/** Prints the document only at the end of the wait: `findBy…` makes an error at each try, and discards all but the last. */
function quickWhileWaiting(makeError: Config['getElementError']): Config['getElementError'] {
  return (message, container) => {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    return isWaiting
      ? Object.assign(new Error(message ?? ''), { name: NOT_FOUND_ERROR })
      : makeError(message, container)
  }
}
