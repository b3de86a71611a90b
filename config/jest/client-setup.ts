import { format } from 'node:util'
import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'
import { forgetRequests, server } from '@support/server'

/** Two busy cores: a lazy screen and its first answer may take longer than the usual second. */
const ASYNC_TIMEOUT_MS = 15_000

configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS })

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
  server.resetHandlers()
  forgetRequests()
  localStorage.clear()
  sessionStorage.clear()
  // The program only sees a failed request and may well swallow it: the test must not.
  expect(unexpected.splice(0)).toEqual([])
  expect(complaints.splice(0)).toEqual([])
})

afterAll(() => server.close())
