import * as qrCode from '@server/modules/memorials/plates'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const drawQrCode = jest.spyOn(qrCode, 'drawQrCode').mockResolvedValue(Buffer.from('a code'))

let server: TestApp
let owner: string

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())

it('draws no QR code for a HEAD, and says whether there is one', async () => {
  const open = await aStoredMemorial(server, owner)
  const closed = await aStoredMemorial(server, owner, { public_status: 'false' })
  const ask = (method: 'GET' | 'HEAD', id: number) => server.api({ method, url: `/memorial/${id}/qrcode` })

  const head = await ask('HEAD', open.id)
  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'image/png'])
  expect((await ask('HEAD', closed.id)).statusCode).toBe(403)
  expect((await ask('HEAD', 999_999)).statusCode).toBe(404)
  expect(drawQrCode).not.toHaveBeenCalled()

  const got = await ask('GET', open.id)
  expect([got.body, got.headers['cache-control']]).toEqual(['a code', head.headers['cache-control']])
})
