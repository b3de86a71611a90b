import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

it('words for a page that is being deleted are kept with it or find it gone, and never fail', async () => {
  const { token } = await anOwner(server)
  for (let round = 0; round < 20; round++) {
    const { id } = await aStoredMemorial(server, token)
    const words = (address: string) =>
      server.api({
        method: 'POST',
        url: '/memories/create',
        headers: { 'x-forwarded-for': `10.9.${round}.${address}` },
        payload: { memorials_id: id, description: 'Помню.', author: 'Анна', author_email: `anna-${round}@example.org` },
      })
    const deletion = server.api({ method: 'DELETE', url: `/memorial/delete/${id}`, token })
    const answers = await Promise.all([words('1'), words('2'), words('3'), deletion])
    for (const { statusCode } of answers) expect([201, 204, 404]).toContain(statusCode)
  }
})
