/**
 * Sends one kind of request without end, so many at once and then so many a second, in a process of its own with a low priority:
 * who attacks has a machine of their own. In all texts of the plan {n} is a number that grows, {ip} an address of IPv4, and
 * {around} one of a network of its own within one /48 of IPv6; `bodyFile` is sent as it is. Says when the flood is there. Told to
 * stop, it sends how often each status came, and ends.
 */
const { readFileSync } = require('node:fs')
const http = require('node:http')
const os = require('node:os')

const LOWER = 5
const LATER_MS = 20
const UNDER_WAY_MAX = 400
const FLOODED_AFTER = 5
/** Two hundred at once come within a twentieth of a second: no network brings them in one packet. */
const [TURN_MS, OF_TURN_MAX] = [5, 20]

os.setPriority(os.getPriority() + LOWER)

process.on('disconnect', () => process.exit())
process.on('message', (plan) => {
  if (plan !== 'stop') begin(plan)
  else isOver = true
})

/** What is under way is waited for, so that all is counted that the server has done. */
setInterval(() => {
  if (isOver && underWay === 0) process.send(statuses, () => process.exit())
}, LATER_MS)

const statuses = {}
let sent = 0
let answered = 0
let underWay = 0
let isOver = false

/** `first` is what {n} grows from: by default no two floods have numbers in common. */
function begin({ port, atOnce = 0, perSecond, requests, first = Date.now() % 8_000_000 }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX })
  const startedAt = performance.now()
  const next = () => {
    const due = atOnce + ((performance.now() - startedAt) / 1000) * perSecond
    for (let more = 0; more < OF_TURN_MAX && !isOver && underWay < UNDER_WAY_MAX && sent < due; more++) {
      const request = requests[sent % requests.length]
      underWay++
      send({ port, agent, request: filled(request, first + ++sent) }, (status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        underWay--
        if (++answered === FLOODED_AFTER) process.send('flooded')
      })
    }
  }
  next()
  setInterval(next, TURN_MS)
}

function send({ port, agent, request: { method, path, headers, body } }, done) {
  const options = { host: '127.0.0.1', localAddress: '127.0.0.1', port, agent, method, path, headers }
  const asked = http.request(options, (answer) => {
    answer.resume()
    answer.on('close', () => done(answer.statusCode))
  })
  asked.on('error', ({ code }) => done(code))
  asked.end(body)
}

const files = new Map()

function filled({ bodyFile, ...request }, n) {
  const ip = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const around = `2001:db8:77:${(n & 0xffff).toString(16)}::${(n >> 16).toString(16)}7`
  const text = JSON.stringify(request)
  const made = JSON.parse(text.replaceAll('{n}', n).replaceAll('{ip}', ip).replaceAll('{around}', around))
  if (bodyFile && !files.has(bodyFile)) files.set(bodyFile, readFileSync(bodyFile))
  if (bodyFile) made.body = files.get(bodyFile)
  if (made.body) made.headers = { ...made.headers, 'content-length': Buffer.byteLength(made.body) }
  return made
}
