import { act } from '@testing-library/react'

type Watch = { element: Element; tell: () => void }

let watches: Watch[] = []

/** The tests' browser sees nothing come near by itself: `all` is near from the start, or what `bringNear` says. */
export function watchScrolling({ allNear = false } = {}): void {
  watches = []
  Object.defineProperty(window, 'IntersectionObserver', {
    configurable: true,
    writable: true,
    value: class {
      constructor(private readonly callback: IntersectionObserverCallback) {}
      observe(element: Element) {
        const entries = [{ isIntersecting: true, target: element }] as unknown as IntersectionObserverEntry[]
        const tell = () => this.callback(entries, this as unknown as IntersectionObserver)
        watches.push({ element, tell })
        if (allNear) queueMicrotask(() => act(tell))
      }
      unobserve() {}
      disconnect() {}
    },
  })
}

/** Everything watched within an element comes near what is seen. */
export function bringNear(within: Element): void {
  act(() => watches.filter(({ element }) => within.contains(element)).forEach(({ tell }) => tell()))
}
