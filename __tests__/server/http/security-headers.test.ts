import fastify from 'fastify'
import { securityHeaders } from '@server/plugins/security-headers'

async function headersOf(publicUrl = 'https://pomnim.example') {
  const app = fastify()
  await app.register(securityHeaders, { publicUrl })
  app.get('/', () => 'page')
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}

it('lets no smuggled <base> turn the addresses of a page elsewhere', async () => {
  expect((await headersOf())['content-security-policy']).toContain(`base-uri 'none'`)
})

it('lets a page know the place for the map, and use no camera, microphone, payment or device', async () => {
  const policy = String((await headersOf())['permissions-policy'])
  expect(policy.split(', ')).toEqual(
    expect.arrayContaining(['geolocation=(self)', 'camera=()', 'microphone=()', 'payment=()', 'usb=()']),
  )
})

it('binds browsers to https where the site has it, and nobody where it has none', async () => {
  expect((await headersOf('https://pomnim.example'))['strict-transport-security']).toBe('max-age=31536000')
  expect(await headersOf('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})
