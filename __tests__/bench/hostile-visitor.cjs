/**
 * Does what visitors do, one thing after another, from another address than whoever attacks. Told 'lap', it sends what each kind of
 * thing took since the last time, in milliseconds, and how often it was not answered as it should be.
 */
const http = require('node:http')

const [, , port, things] = process.argv
const AGAIN_AFTER_MS = 10
const PATIENCE_MS = 20_000
const kinds = JSON.parse(things)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
let lap = {}
let turn = 0

function next() {
  const { kind, method, path, headers, body, expected = 200 } = kinds[turn++ % kinds.length]
  const noted = (lap[kind] ??= { taken: [], failures: {} })
  const begun = performance.now()
  const done = (status) => {
    noted.taken.push(performance.now() - begun)
    if (status !== expected) noted.failures[status] = (noted.failures[status] ?? 0) + 1
    setTimeout(next, AGAIN_AFTER_MS)
  }
  const asked = http.request(
    {
      host: '127.0.0.1',
      localAddress: '127.0.0.2',
      port,
      agent,
      method,
      path: path.replaceAll('{n}', turn),
      headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
      timeout: PATIENCE_MS,
    },
    (answer) => {
      answer.resume()
      answer.on('close', () => done(answer.statusCode))
    },
  )
  asked.on('timeout', () => asked.destroy(Object.assign(new Error(), { code: 'TIMEOUT' })))
  asked.on('error', ({ code }) => done(code))
  asked.end(body)
}

process.on('disconnect', () => process.exit())
process.on('message', () => {
  process.send(lap)
  lap = {}
})
next()
