const { connect } = require('node:net')

/**
 * Asks a server as fast as it answers, over connections that stay open, each with one request at a time. A process of its
 * own, and as light as it can be, so that what is measured is the server. Begins with the path of index `first`. Sends back
 * how many answers there were of each status, in how many seconds, and the index after the last path.
 */
process.on('message', ({ port, paths, first, connections, seconds }) => {
  const statuses = {}
  let next = first
  let open = connections
  let isOver = false
  const begun = performance.now()
  const nextRequest = () => `GET ${paths[next++ % paths.length]} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`

  const talk = () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(nextRequest()))
    socket.on('error', (error) => fail(error))
    socket.on('close', () => (isOver ? --open === 0 && report() : fail(new Error('a connection was closed'))))
    socket.on('data', (chunk) => {
      received += chunk
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = received.slice(0, headEnd)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (received.length < headEnd + 4 + length) return
      const status = head.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      received = ''
      if (isOver) socket.end()
      else socket.write(nextRequest())
    })
  }
  const fail = (error) => {
    throw error
  }
  const report = () =>
    process.send({ statuses, seconds: (performance.now() - begun) / 1000, next }, () => process.exit())

  for (let connection = 0; connection < connections; connection++) talk()
  setTimeout(() => (isOver = true), seconds * 1000)
})
