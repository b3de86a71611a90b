import { HttpHandler } from 'msw'

// oxlint-disable-next-line typescript/unbound-method -- called with its handler
const { run } = HttpHandler.prototype

/** A path without parameters, as most are, on any host. */
const PLAIN_PATH = /^\*(\/[\w./-]+)$/

// msw asks one handler after another, and each parses the URL, its own path and the cookies before it compares the method.
HttpHandler.prototype.run = function runIfMatching(this: HttpHandler, args) {
  return isForAnother(this, args.request) ? Promise.resolve(null) : run.call(this, args)
}

function isForAnother({ info: { method, path } }: HttpHandler, request: Request): boolean {
  if (typeof method === 'string' && method !== request.method) return true
  const [, plain] = (typeof path === 'string' && PLAIN_PATH.exec(path)) || []
  return plain !== undefined && !withoutSlash(new URL(request.url).pathname).endsWith(withoutSlash(plain))
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')
