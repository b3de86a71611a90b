import fastify from 'fastify'
import { askItself } from '@server/pages/application'

it('is answered while the server stops, since pages are still asked for then', async () => {
  const app = fastify({ return503OnClosing: false })
  app.get('/words', () => ({ words: 'Помним' }))
  const ask = askItself(app)
  const answers: [number, unknown][] = []
  app.addHook('preClose', async () => {
    const answer = await ask('/words?of=1')
    answers.push([answer.status, JSON.parse(answer.text)])
  })
  await app.ready()
  await app.close()

  expect(answers).toEqual([[200, { words: 'Помним' }]])
})
