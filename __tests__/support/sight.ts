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
    if (isEverythingNear) queueMicrotask(() => act(() => this.tell([target])))
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

  tell(near: Element[]): void {
    this.notice(
      near.map((target) => ({ target, isIntersecting: true }) as IntersectionObserverEntry),
      this,
    )
  }
}

const watching = new Set<Sight>()
let isEverythingNear = false

afterEach(() => {
  isEverythingNear = false
})

Object.defineProperty(window, 'IntersectionObserver', { configurable: true, writable: true, value: Sight })

/** In this test nothing is far away. */
export function keepEverythingNear(): void {
  isEverythingNear = true
}

/** Everything that waits to come near, on the page or in a part of it, has come near. */
export function scrollThroughPage(part: Element = document.body): void {
  act(() => {
    for (const sight of [...watching]) {
      const near = [...sight.targets].filter((target) => part.contains(target))
      if (near.length > 0) sight.tell(near)
    }
  })
}
