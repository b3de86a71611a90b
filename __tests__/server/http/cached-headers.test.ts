import type { AddressInfo } from 'node:net'
import { API_BASE_PATH } from '@contract/paths'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let url: string

beforeAll(async () => {
  server = await startTestApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it.each([`${API_BASE_PATH}/memorial/public_memorials`, `${API_BASE_PATH}/memorial/swo_memorials?limit=3`])(
  'answers %s from what is kept with the headers of the first answer',
  async (address) => {
    const [first, again] = [await fetch(url + address), await fetch(url + address)]
    const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
    expect(headersOf(again)).toEqual(headersOf(first))
    expect(await again.text()).toBe(await first.text())

    const etag = String(first.headers.get('etag'))
    const revalidated = await fetch(url + address, { headers: { 'if-none-match': etag }, cache: 'no-store' })
    expect([revalidated.status, await revalidated.text(), revalidated.headers.get('etag')]).toEqual([304, '', etag])
    expect(revalidated.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
  },
)
