import fastify from 'fastify'
import { fetchFrom } from '@server/pages/fetch-from'

it('is answered while the server stops, since pages are still asked for then', async () => {
  const app = fastify({ return503OnClosing: false })
  app.get('/words', () => ({ words: 'Помним' }))
  const ask = fetchFrom(app)
  const answers: [number, unknown][] = []
  app.addHook('preClose', async () => {
    const answer = await ask('http://server/words?of=1')
    answers.push([answer.status, await answer.json()])
  })
  await app.ready()
  await app.close()

  expect(answers).toEqual([[200, { words: 'Помним' }]])
})
