/** The yardstick of the upload benchmark: Fastify, and a handler that throws the bytes away. Prints its port. */
const fastify = require('fastify')

const app = fastify()
app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
app.post('/', async (request) => {
  let bytes = 0
  for await (const chunk of request.body) bytes += chunk.length
  return { bytes }
})
app.listen({ port: 0, host: 'localhost' }).then(() => process.stdout.write(`${app.server.address().port}\n`))
