import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { modulesAreShared } from './shared-modules'

let started: Promise<Browser> | undefined

/**
 * A browser that all test files of the worker use: starting one takes a second. What a file is given opens contexts of its
 * own, and `close` closes those alone.
 */
export async function lendBrowser(start: () => Promise<Browser>): Promise<Browser> {
  if (!modulesAreShared()) return start()
  const shared = await (started ??= start())
  const contexts: BrowserContext[] = []
  const own = {
    async newContext(options?: BrowserContextOptions) {
      const context = await shared.newContext(options)
      contexts.push(context)
      return context
    },
    async close() {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    },
  }
  return new Proxy(shared, {
    get(browser, name) {
      if (name in own) return own[name as keyof typeof own]
      const value: unknown = Reflect.get(browser, name)
      return typeof value === 'function' ? (value.bind(browser) as unknown) : value
    },
  })
}
