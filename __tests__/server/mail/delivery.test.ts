import { linkOfLastLetter } from '@support/outbox'
import { startTestApp } from '@support/server-app'
import { personAt } from '../auth/person'

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
