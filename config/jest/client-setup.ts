import { format } from 'node:util'
import { createElement } from 'react'
import { type EmotionCache } from '@emotion/cache'
import { __unsafe_useEmotionCache } from '@emotion/react'
import { renderToStaticMarkup } from 'react-dom/server'
import '@testing-library/jest-dom'
import { cleanup, type Config, configure, getConfig } from '@testing-library/react'
import { breakHeld, forgetRequests, server } from '@support/server'

/** Two busy cores: a lazy screen and its first answer may take longer than the usual second. */
const ASYNC_TIMEOUT_MS = 30_000

/** By this name Testing Library knows the error that it completes when the wait is over. */
const NOT_FOUND_ERROR = 'TestingLibraryElementError'

configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS, getElementError: quickWhileWaiting(getConfig().getElementError) })
// Testing Library sets up both when it is loaded, which happens only for the first test file of a worker.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(cleanup)

/** That of components which a test renders without the whole application. */
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

// What React or the browser complains of is a mistake of the program or of the test: neither may pass unseen.
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
  // The program only sees a failed request and may well swallow it: the test must not.
  // Both are taken before either is compared: what is left would fail the next test.
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

/** Style rules that stay would slow every later query by role: jsdom matches all rules against each element. */
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

/** Prints the document only when the wait is over: `findBy…` makes an error at each try, and forgets all but the last. */
function quickWhileWaiting(makeError: Config['getElementError']): Config['getElementError'] {
  return (message, container) => {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    return isWaiting
      ? Object.assign(new Error(message ?? ''), { name: NOT_FOUND_ERROR })
      : makeError(message, container)
  }
}
