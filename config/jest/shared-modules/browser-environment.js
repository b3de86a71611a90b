const { JSDOM, VirtualConsole } = require('jsdom')
const SharedNodeEnvironment = require('./node-environment')

/** Names that exist in Node too, but document events need jsdom's. */
const OF_THE_DOCUMENT = new Set(['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator'])

const WINDOW_ITSELF = ['window', 'self', 'top', 'parent', 'frames']

const FILLED_IN = ['CSS', 'matchMedia', 'ResizeObserver', 'IntersectionObserver', 'PointerEvent']

/** A jsdom document on the worker's globals, where `window` is `globalThis`: one for all test files of the worker. */
class SharedBrowserEnvironment extends SharedNodeEnvironment {
  constructor(config, context) {
    super(config)
    forwardJsdomErrors.to = context.console
    openWindow()
  }

  async setup() {
    await super.setup()
    rememberGlobals()
  }

  async teardown() {
    await super.teardown()
    endWhatIsLeft()
    restoreGlobals()
  }
}

const forwardJsdomErrors = { to: console }

/** @type {import('jsdom').DOMWindow | undefined} */
let jsdomWindow

function openWindow() {
  if (jsdomWindow) return
  const virtualConsole = new VirtualConsole()
  virtualConsole.on('jsdomError', (error) => forwardJsdomErrors.to.error(error))
  const dom = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: 'http://localhost/', virtualConsole })
  jsdomWindow = dom.window
  Object.defineProperties(globalThis, propertiesOf(jsdomWindow))
  watchListeners()
  watchTimers()
  for (const name of WINDOW_ITSELF) globalThis[name] = globalThis
  // Globals that setup files fill in are looked up on an element's own window too.
  for (const name of FILLED_IN) {
    Object.defineProperty(jsdomWindow, name, {
      get: () => globalThis[name],
      set(value) {
        globalThis[name] = value
      },
    })
  }
}

function propertiesOf(window) {
  const properties = {}
  for (let holder = window; holder && holder !== window.Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (name === 'constructor' || name in properties || WINDOW_ITSELF.includes(name)) continue
      if (name in globalThis && !OF_THE_DOCUMENT.has(name)) continue
      properties[name] = propertyOf(window, name)
    }
  }
  return properties
}

function propertyOf(window, name) {
  const value = window[name]
  if (typeof value !== 'function') {
    const set = (changed) => void (window[name] = changed)
    return { get: () => window[name], set, configurable: true, enumerable: true }
  }
  const isClass = /^[A-Z]/.test(name)
  return { value: isClass ? value : value.bind(window), writable: true, configurable: true, enumerable: !isClass }
}

/** The original values of what test files replace. client-setup.ts empties the document itself. */
const holdersOfReplaced = () => [
  globalThis,
  navigator,
  globalThis.document,
  ...['Navigator', 'Document', 'Element', 'HTMLElement', 'HTMLMediaElement', 'HTMLImageElement', 'Storage'].map(
    (name) => globalThis[name].prototype,
  ),
]

let found
/** Listeners that the current file has added to the window and not removed. */
const added = new Set()

function watchListeners() {
  const { addEventListener, removeEventListener } = globalThis
  const isSame = (type, listener) => (one) => one.type === type && one.listener === listener
  globalThis.addEventListener = (type, listener, options) => {
    added.add({ type, listener, options })
    addEventListener(type, listener, options)
  }
  globalThis.removeEventListener = (type, listener, options) => {
    for (const one of [...added].filter(isSame(type, listener))) added.delete(one)
    removeEventListener(type, listener, options)
  }
}

/** Shorter timers expire by themselves, and shared modules wait for some of them. */
const LONG_MS = 1000
/** The long timers of the current file, including expired ones. */
const timers = new Set()

function watchTimers() {
  for (const name of ['setTimeout', 'setInterval']) {
    const start = globalThis[name]
    const watched = (...args) => {
      const timer = start(...args)
      if (args[1] >= LONG_MS) timers.add(timer)
      return timer
    }
    globalThis[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(start))
  }
}

/** Stops what a store or an application left running would do in a later file, as if the page were closed. */
function endWhatIsLeft() {
  for (const { type, listener, options } of [...added]) globalThis.removeEventListener(type, listener, options)
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

/** Called after the first setup files, which fill in what jsdom lacks. */
function rememberGlobals() {
  found ??= holdersOfReplaced().map((holder) => [holder, Object.getOwnPropertyDescriptors(holder)])
}

function restoreGlobals() {
  for (const [holder, properties] of found ?? []) {
    // Packages use symbols for what all their copies and modules share.
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (
        !(name in properties) &&
        !FILLED_IN.includes(name) &&
        Object.getOwnPropertyDescriptor(holder, name).configurable
      )
        delete holder[name]
    }
    for (const name of Reflect.ownKeys(properties)) {
      const now = Object.getOwnPropertyDescriptor(holder, name)
      if (now && !now.configurable) continue
      Object.defineProperty(holder, name, properties[name])
    }
  }
}

module.exports = SharedBrowserEnvironment
