/** Fills in what browsers have and jsdom lacks, before any test module loads. */
import { File as NodeFile } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { composeWithDevTools } from '../../__tests__/support/worker/devtools'
import { makeComputedStyleQuick } from '../../__tests__/support/worker/computed-style'
import { makeLabelsQuick } from '../../__tests__/support/worker/labels'
import { takeNoOwnerStacks } from '../../__tests__/support/worker/owner-stacks'

class NothingObserved {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

/** MUI still uses the deprecated `addListener`. */
function matchMedia(query: string): object {
  const unchanging = () => undefined
  return {
    matches: false,
    media: query,
    onchange: null,
    addListener: unchanging,
    removeListener: unchanging,
    addEventListener: unchanging,
    removeEventListener: unchanging,
    dispatchEvent: () => false,
  }
}

const gaps: Record<string, unknown> = {
  File: NodeFile,
  matchMedia,
  ResizeObserver: NothingObserved,
  IntersectionObserver: NothingObserved,
  scrollTo: () => undefined,
  // Components see store changes at the next frame: here before Testing Library continues, however busy the machine is.
  requestAnimationFrame: (draw: FrameRequestCallback) => Number(setTimeout(() => draw(performance.now()))),
  cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: composeWithDevTools,
}

for (const [name, value] of Object.entries(gaps)) {
  Object.defineProperty(window, name, { configurable: true, writable: true, value })
}
for (const name of ['setPointerCapture', 'scrollIntoView']) {
  Object.defineProperty(window.Element.prototype, name, {
    configurable: true,
    writable: true,
    value: () => undefined,
  })
}
if (!('PointerEvent' in window)) Object.defineProperty(window, 'PointerEvent', { value: MouseEvent })
if (!('subtle' in window.crypto)) Object.defineProperty(window, 'crypto', { value: webcrypto })

/** jsdom accepts only its own AbortSignal, and the tests' `fetch` needs that of Node. */
window.HTMLMediaElement.prototype.addEventListener = function (
  this: HTMLMediaElement,
  type: string,
  listener: EventListenerOrEventListenerObject,
  options: AddEventListenerOptions | boolean = {},
) {
  const { signal, ...others }: AddEventListenerOptions = typeof options === 'object' ? options : { capture: options }
  window.EventTarget.prototype.addEventListener.call(this, type, listener, others)
  signal?.addEventListener('abort', () => this.removeEventListener(type, listener, others))
}
// jsdom's track lists send no events, unlike those of browsers that have them.
for (const name of ['textTracks', 'audioTracks']) {
  Object.defineProperty(window.HTMLMediaElement.prototype, name, { value: undefined })
}

makeComputedStyleQuick()
makeLabelsQuick()
takeNoOwnerStacks()
