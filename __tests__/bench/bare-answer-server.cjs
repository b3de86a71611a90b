const { readFileSync } = require('node:fs')
const fastify = require('fastify')

/** The least that a server on Fastify can do: it sends the bytes of a file, whatever is asked. */
const [, , file] = process.argv
const body = readFileSync(file)
const app = fastify()
app.get('*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
app.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.stdout.write(`${new URL(address).port}\n`))
