import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { onIdleOrFirstInteraction } from '@client/on-idle-or-first-interaction'

let idle: (() => void)[]

beforeEach(() => {
  idle = []
  setOnWindow('requestIdleCallback', (callBack: () => void) => idle.push(callBack))
})

afterEach(() => {
  for (const name of ['connection', 'requestIdleCallback']) {
    Reflect.deleteProperty(navigator, name)
    Reflect.deleteProperty(window, name)
  }
  Reflect.deleteProperty(document, 'readyState')
})

function setOnWindow(name: string, value: unknown): void {
  Object.defineProperty(window, name, { configurable: true, writable: true, value })
}

function setReadyState(value: DocumentReadyState): void {
  Object.defineProperty(document, 'readyState', { configurable: true, value })
}

function setConnection(value: object): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value })
}

function runIdle(): void {
  for (const callBack of idle.splice(0)) callBack()
}

// A browser tells no keys of what is dictated or put in by a keyboard on the screen.
it.each(['focusin', 'input', 'keydown', 'pointerdown', 'scroll'])('%s alone wakes the program, once', (type) => {
  const callBack = jest.fn()
  onIdleOrFirstInteraction(callBack)
  expect(callBack).not.toHaveBeenCalled()
  window.dispatchEvent(new Event(type))
  window.dispatchEvent(new Event(type))
  runIdle()
  expect(callBack).toHaveBeenCalledTimes(1)
})

it('the program comes by itself once the page has loaded and the browser is idle', () => {
  const callBack = jest.fn()
  setReadyState('interactive')
  onIdleOrFirstInteraction(callBack)
  runIdle()
  expect(callBack).not.toHaveBeenCalled()

  window.dispatchEvent(new Event('load'))
  expect(callBack).not.toHaveBeenCalled()
  runIdle()
  expect(callBack).toHaveBeenCalledTimes(1)
})

it('it comes by itself too where the page has loaded before its first script, and where no browser tells of idle time', () => {
  jest.useFakeTimers()
  Reflect.deleteProperty(window, 'requestIdleCallback')
  const callBack = jest.fn()
  onIdleOrFirstInteraction(callBack)
  expect(callBack).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1000)
  expect(callBack).toHaveBeenCalledTimes(1)
  jest.useRealTimers()
})

it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'it waits for a touch where the line is dear: %j',
  (connection) => {
    setConnection(connection)
    const callBack = jest.fn()
    onIdleOrFirstInteraction(callBack)
    window.dispatchEvent(new Event('load'))
    runIdle()
    expect(callBack).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('pointerdown'))
    expect(callBack).toHaveBeenCalledTimes(1)
  },
)

it('it waits for nothing at a quick line that saves no data', () => {
  setConnection({ saveData: false, effectiveType: '4g' })
  const callBack = jest.fn()
  onIdleOrFirstInteraction(callBack)
  runIdle()
  expect(callBack).toHaveBeenCalledTimes(1)
})

it('a page whose reader has acted before does not wait', () => {
  const callBack = jest.fn()
  onIdleOrFirstInteraction(callBack, { hasActed: true })
  expect(callBack).toHaveBeenCalledTimes(1)
})

it('the holder of an account does not wait', () => {
  localStorage.setItem(ACCOUNT_TOKEN_KEY, 'token')
  const callBack = jest.fn()
  onIdleOrFirstInteraction(callBack)
  expect(callBack).toHaveBeenCalledTimes(1)
})
