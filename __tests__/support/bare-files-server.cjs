/** The yardstick of the export benchmark: Fastify, and a handler that sends the files it was given one after another. Prints its port. */
const { createReadStream } = require('node:fs')
const { PassThrough } = require('node:stream')
const { pipeline } = require('node:stream/promises')
const fastify = require('fastify')

const files = process.argv.slice(2)

const app = fastify()
app.get('/', (_request, reply) => {
  const all = new PassThrough()
  // Each file listens to it until the end.
  all.setMaxListeners(0)
  void send(all).catch(() => all.destroy())
  return reply.send(all)
})
app.listen({ port: 0, host: 'localhost' }).then(() => process.stdout.write(`${app.server.address().port}\n`))

async function send(all) {
  for (const file of files) await pipeline(createReadStream(file), all, { end: false })
  all.end()
}
