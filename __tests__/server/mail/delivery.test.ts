import { setTimeout as pause } from 'node:timers/promises'
import { linkOfLastLetter } from '@support/outbox'
import { startTestApp } from '@support/server-app'
import { personAt } from '../auth/person'
import { startMailServer } from './mail-server'

it('carries a registration from the form to the outbox and back by the link', async () => {
  const server = await startTestApp({ PUBLIC_URL: 'https://pomnim.example' })
  try {
    const session = await personAt(server, '10.9.0.1').settle('zinaida@example.org')

    const link = new URL(await linkOfLastLetter(server.dataDir, 'zinaida@example.org'))

    expect(link.origin).toBe('https://pomnim.example')
    const clicked = await server.app.inject(link.pathname + link.search)
    expect([clicked.statusCode, clicked.headers.location]).toEqual([303, '/verify-email?verified=success'])
    expect((await server.api({ url: '/users/me', token: session })).json()).toMatchObject({ is_verified: true })
  } finally {
    await server.close()
  }
})

it('answers a registration while the mail server is down, and keeps its letter', async () => {
  const mailServer = await startMailServer()
  mailServer.answer = '451 try again later'
  const server = await startTestApp({ SMTP_URL: mailServer.url })
  try {
    const response = await personAt(server, '10.9.0.2').register('unlucky@example.org')

    expect(response.statusCode).toBe(201)
    const letter = () =>
      server.db
        .selectFrom('letters')
        .select(['sent_at', 'attempts'])
        .where('recipient', '=', 'unlucky@example.org')
        .executeTakeFirst()
    while ((await letter())?.attempts === 0) await pause(20)
    expect(await letter()).toEqual({ sent_at: null, attempts: 1 })
  } finally {
    await server.close()
    await mailServer.close()
  }
})
