/** Lets everything come near what is seen of the page: jsdom has no layout, so nothing ever would. */
export function bringEverythingNear(): void {
  const Observer = window.IntersectionObserver

  beforeAll(() => {
    window.IntersectionObserver = class extends Observer {
      readonly #tell: IntersectionObserverCallback
      constructor(tell: IntersectionObserverCallback) {
        super(tell)
        this.#tell = tell
      }
      override observe(target: Element): void {
        this.#tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this)
      }
    }
  })
  afterAll(() => {
    window.IntersectionObserver = Observer
  })
}
