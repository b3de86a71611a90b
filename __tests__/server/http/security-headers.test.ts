import fastify from 'fastify'
import { respondToUnroutablePath, errors } from '@server/plugins/errors'
import { PAGE_SECURITY_HEADERS, securityHeaders, securityHeadersOf } from '@server/plugins/security-headers'

async function headersOf(publicUrl = 'https://pomnim.example', url = '/', hstsSubdomains = false) {
  const told = securityHeadersOf({ site: { publicUrl }, hstsSubdomains })
  const app = fastify({ frameworkErrors: respondToUnroutablePath(told) })
  await app.register(errors)
  await app.register(securityHeaders, { headers: told })
  app.get('/', () => 'page')
  app.get('/memorials/:id', () => 'page')
  const { headers } = await app.inject(url)
  await app.close()
  return headers
}

it.each([
  ['a page', '/'],
  ['what is not there', '/nowhere'],
  ['an address that cannot be read', '/%'],
  ['an id of hundreds of letters', `/memorials/${'x'.repeat(300)}`],
])('lets nobody frame, embed in or guess the kind of the answer to %s', async (_what, url) => {
  const headers = await headersOf('https://pomnim.example', url)
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toEqual(expect.arrayContaining([`object-src 'none'`, `frame-ancestors 'none'`, `base-uri 'none'`]))
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
  })
})

it('demands no Trusted Types, which the map of a grave would not survive (config/decisions/0020)', async () => {
  expect((await headersOf())['content-security-policy']).not.toContain('trusted-types')
})

it('lets no smuggled <base> turn the addresses of a page elsewhere', async () => {
  expect((await headersOf())['content-security-policy']).toContain(`base-uri 'none'`)
})

it('lets a page know the place for the map and record a voice, and use no camera, payment or device', () => {
  const policy = PAGE_SECURITY_HEADERS['permissions-policy']
  expect(policy.split(', ')).toEqual(
    expect.arrayContaining(['geolocation=(self)', 'microphone=(self)', 'camera=()', 'payment=()', 'usb=()']),
  )
  // Chromium warns of it on every page.
  expect(policy).not.toContain('bluetooth')
})

it('binds browsers to https where the site has it, and nobody where it has none', async () => {
  expect((await headersOf('https://pomnim.example'))['strict-transport-security']).toBe('max-age=31536000')
  expect((await headersOf('https://pomnim.example', '/%', true))['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  )
  expect(await headersOf('http://localhost:3000', '/', true)).not.toHaveProperty('strict-transport-security')
})
