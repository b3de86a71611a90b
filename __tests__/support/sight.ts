import { act } from '@testing-library/react'

/** jsdom lays nothing out, so nothing ever comes into sight by itself: a test that imports this scrolls by word. */
class Sight implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly targets = new Set<Element>()

  constructor(readonly notice: IntersectionObserverCallback) {
    watching.add(this)
  }

  observe(target: Element): void {
    this.targets.add(target)
  }

  unobserve(target: Element): void {
    this.targets.delete(target)
  }

  disconnect(): void {
    this.targets.clear()
    watching.delete(this)
  }

  takeRecords(): [] {
    return []
  }
}

const watching = new Set<Sight>()

Object.defineProperty(window, 'IntersectionObserver', { configurable: true, writable: true, value: Sight })

/** Everything that waits to come near, on the page or in a part of it, has come near. */
export function scrollThroughPage(part: Element = document.body): void {
  act(() => {
    for (const sight of [...watching]) {
      const entries = [...sight.targets]
        .filter((target) => part.contains(target))
        .map((target) => ({ target, isIntersecting: true }) as IntersectionObserverEntry)
      if (entries.length > 0) sight.notice(entries, sight)
    }
  })
}
