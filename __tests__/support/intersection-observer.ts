import { act } from '@testing-library/react'

/** A fake, since jsdom has no layout: nothing scrolls into view until a test calls one of the functions below. */
class FakeIntersectionObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly targets = new Set<Element>()

  constructor(readonly notice: IntersectionObserverCallback) {
    observers.add(this)
  }

  observe(target: Element): void {
    this.targets.add(target)
    if (isEverythingInView) queueMicrotask(() => act(() => this.tell([target])))
  }

  unobserve(target: Element): void {
    this.targets.delete(target)
  }

  disconnect(): void {
    this.targets.clear()
    observers.delete(this)
  }

  takeRecords(): [] {
    return []
  }

  tell(targets: Element[], isIntersecting = true): void {
    this.notice(
      targets.map((target) => ({ target, isIntersecting }) as IntersectionObserverEntry),
      this,
    )
  }
}

const observers = new Set<FakeIntersectionObserver>()
let isEverythingInView = false

afterEach(() => {
  isEverythingInView = false
})

Object.defineProperty(window, 'IntersectionObserver', {
  configurable: true,
  writable: true,
  value: FakeIntersectionObserver,
})

/** For the rest of this test everything is in view once it is observed. */
export function keepEverythingInView(): void {
  isEverythingInView = true
}

/** Brings everything that is observed into view, on the whole page or in one element of it. */
export function scrollThroughPage(part: Element = document.body): void {
  act(() => {
    for (const observer of [...observers]) {
      const inView = [...observer.targets].filter((target) => part.contains(target))
      if (inView.length > 0) observer.tell(inView)
    }
  })
}

/** Brings everything that is observed out of view again. */
export function scrollAway(): void {
  act(() => {
    for (const observer of [...observers]) observer.tell([...observer.targets], false)
  })
}
