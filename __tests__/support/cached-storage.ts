/** The subset of Cache Storage that the application uses. jsdom has none. */
export class MemoryCaches {
  readonly stored = new Map<string, Map<string, Response>>()
  /** The quota in bytes; a browser refuses more. */
  room = Infinity

  keys(): Promise<string[]> {
    return Promise.resolve([...this.stored.keys()])
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.stored.delete(name))
  }

  open(name: string) {
    const entries = this.stored.get(name) ?? new Map<string, Response>()
    this.stored.set(name, entries)
    return Promise.resolve({
      put: async (address: string, response: Response) => {
        this.room -= (await response.clone().blob()).size
        if (this.room < 0) throw new DOMException('Full', 'QuotaExceededError')
        entries.set(absolute(address), response)
      },
    })
  }

  match(address: string, { cacheName, ignoreSearch = false }: MultiCacheQueryOptions): Promise<Response | undefined> {
    const key = (url: string) => (ignoreSearch ? withoutSearch(absolute(url)) : absolute(url))
    const [, found] = [...(this.stored.get(cacheName ?? '') ?? [])].find(([url]) => key(url) === key(address)) ?? []
    return Promise.resolve(found?.clone())
  }

  /** The cached URLs of a memorial, without the origin. */
  addressesOf(memorialId: number): string[] {
    const names = [...this.stored.keys()].filter((name) => name.startsWith(`memorial-${memorialId}-`))
    return names.flatMap((name) =>
      [...(this.stored.get(name)?.keys() ?? [])].map((url) => url.slice(location.origin.length)),
    )
  }
}

/** Gives the page a Cache Storage and a service worker. Returns the former; `remove` removes both. */
export function giveCaches(): { caches: MemoryCaches; remove: () => void } {
  const caches = new MemoryCaches()
  Object.defineProperty(globalThis, 'caches', { configurable: true, value: caches })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
  return {
    caches,
    remove() {
      Reflect.deleteProperty(globalThis, 'caches')
      Reflect.deleteProperty(navigator, 'serviceWorker')
    },
  }
}

function absolute(address: string): string {
  return new URL(address, location.origin).href
}

const withoutSearch = (url: string) => url.replace(/\?.*$/, '')
