const { JSDOM, VirtualConsole } = require('jsdom')
const SharedNodeEnvironment = require('./node-environment')

/** Names that Node knows too, but events of the document need the document's. */
const OF_THE_DOCUMENT = new Set(['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator'])

const WINDOW_ITSELF = ['window', 'self', 'top', 'parent', 'frames']

const FILLED_IN = ['CSS', 'matchMedia', 'ResizeObserver', 'IntersectionObserver', 'PointerEvent']

/** A document of jsdom on the globals of the worker, where `window` is `globalThis`: one for all test files of the worker. */
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
  // What setup files fill in is looked for on an element's own window too.
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

/** What files of tests replace, as they found it. The document itself is emptied by client-setup.ts. */
const holdersOfReplaced = () => [
  globalThis,
  navigator,
  globalThis.document,
  ...['Navigator', 'Document', 'Element', 'HTMLElement', 'HTMLMediaElement', 'HTMLImageElement', 'Storage'].map(
    (name) => globalThis[name].prototype,
  ),
]

let found
/** Of the file that runs now: what it has added to the window and not removed. */
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

/** Shorter timers end by themselves, and modules that all files share wait for some of them. */
const LONG_MS = 1000
/** Of the file that runs now: its long timers, those that are over too. */
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

/** What a store or a program that a test has left running would do in a later file: a page that is closed does it no more. */
function endWhatIsLeft() {
  for (const { type, listener, options } of [...added]) globalThis.removeEventListener(type, listener, options)
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

/** After the first setup files, which fill in what jsdom lacks. */
function rememberGlobals() {
  found ??= holdersOfReplaced().map((holder) => [holder, Object.getOwnPropertyDescriptors(holder)])
}

function restoreGlobals() {
  for (const [holder, properties] of found ?? []) {
    // By symbols packages keep what all their copies and modules share.
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
