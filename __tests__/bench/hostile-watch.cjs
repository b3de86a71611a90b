/**
 * Asks an address for as long as it runs, one request after another, in a process of its own: what else the bench does
 * must not be taken for the server's slowness. Told 'lap', it sends the milliseconds that each answer took since the last.
 */
const http = require('node:http')

const [, , address] = process.argv
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
let taken = []

function ask() {
  const begun = performance.now()
  const request = http.get(address, { agent }, (answer) => {
    answer.resume()
    answer.on('end', () => {
      taken.push(performance.now() - begun)
      // Five hundred times a second are enough, and leave the machine to the server.
      setTimeout(ask, 2)
    })
  })
  request.on('error', () => setTimeout(ask, 2))
}

process.on('message', () => {
  process.send(taken)
  taken = []
})
ask()
