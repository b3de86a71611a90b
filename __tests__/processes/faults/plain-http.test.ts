import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { describeOnCaddy, startCaddyWithTls } from '@support/caddy'
import { describeOnNginx, startNginxWithTls } from '@support/nginx'
import { freePort } from '@support/server-process'

const TIMEOUT_MS = 60_000
const NAME = 'pomnim.example'

type Start = (ports: { plain: number; tls: number }) => Promise<{ stop(): Promise<void> }>

const withNginx = (define: (start: Start) => void) => describeOnNginx(() => define(startNginxWithTls))
const withCaddy = (define: (start: Start) => void) => describeOnCaddy(() => define(startCaddyWithTls))

for (const withProxy of [withNginx, withCaddy]) {
  withProxy((start) => {
    let ports: { plain: number; tls: number }
    let proxy: Awaited<ReturnType<Start>>

    beforeAll(async () => {
      ports = { plain: await freePort(), tls: await freePort() }
      proxy = await start(ports)
    }, TIMEOUT_MS)
    afterAll(() => proxy.stop(), TIMEOUT_MS)

    async function ask(path: string, options: { isPlain?: boolean; maxVersion?: 'TLSv1.1' | 'TLSv1.2' } = {}) {
      const { isPlain = false, maxVersion } = options
      const common = { host: '127.0.0.1', path, headers: { host: NAME }, agent: false }
      const asked = isPlain
        ? requestPlain({ ...common, port: ports.plain })
        : requestTls({
            ...common,
            port: ports.tls,
            servername: NAME,
            rejectUnauthorized: false,
            // This side would refuse the old version itself.
            ...(maxVersion && { maxVersion, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
          })
      asked.end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      let body = ''
      for await (const piece of response) body += String(piece)
      return { status: response.statusCode, location: response.headers.location, body }
    }

    it('leads people who typed http to https', async () => {
      expect(await ask('/memorials/1?page=2', { isPlain: true })).toMatchObject({
        status: 301,
        location: `https://${NAME}/memorials/1?page=2`,
      })
    })

    it('refuses programs that speak http: led to https they would go on sending their tokens for all to read', async () => {
      const { status, location, body } = await ask('/api/v1/users/me', { isPlain: true })
      expect({ status, location }).toEqual({ status: 403, location: undefined })
      expect(JSON.parse(body)).toEqual({ detail: expect.stringContaining('https') })
    })

    it('answers by TLS 1.2, and by nothing older', async () => {
      // Answered by the proxy itself.
      expect(await ask('/metrics', { maxVersion: 'TLSv1.2' })).toMatchObject({ status: 404 })
      await expect(ask('/metrics', { maxVersion: 'TLSv1.1' })).rejects.toThrow(/protocol|version|EPROTO|ECONNRESET/i)
    })
  })
}
