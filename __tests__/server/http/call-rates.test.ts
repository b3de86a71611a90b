import fastify from 'fastify'
import { createAttempts } from '@server/lib/attempts'
import { callRates } from '@server/plugins/call-rates'
import { errors } from '@server/plugins/errors'

const ADDRESS = '203.0.113.7'
const OTHER = '203.0.113.8'

/** An API that answers everything at once, to whoever `x-account` names. */
async function anApi() {
  const api = fastify()
  await api.register(errors)
  await api.register(callRates, { limitAttempts: createAttempts() })
  api.decorateRequest('account')
  api.addHook('onRequest', async (request) => {
    const id = request.headers['x-account']
    if (id) request.account = { id: Number(id) } as typeof request.account
  })
  for (const url of ['/memorial/:id', '/uploads/:id', '/memorial/create', '/candles']) {
    api.route({ method: ['GET', 'POST', 'PATCH'], url, handler: () => ({}) })
  }
  return api
}

type Method = 'GET' | 'POST' | 'PATCH'

async function statusesOf(times: number, method: Method, url: string, { account = '', from = ADDRESS } = {}) {
  const api = await anApi()
  const ask = (address = from) =>
    api.inject({ method, url, remoteAddress: address, headers: account ? { 'x-account': account } : {} })
  const counted: Record<number, number> = {}
  for (let time = 0; time < times; time++) {
    const { statusCode } = await ask()
    counted[statusCode] = (counted[statusCode] ?? 0) + 1
  }
  const last = await ask()
  const elsewhere = (await ask(OTHER)).statusCode
  await api.close()
  return { counted, last: last.statusCode, wait: Number(last.headers['retry-after']), elsewhere }
}

it('lets nobody copy the site call by call, and disturbs nobody else meanwhile', async () => {
  const { counted, last, wait, elsewhere } = await statusesOf(6000, 'GET', '/memorial/1')
  expect({ counted, last, elsewhere }).toEqual({ counted: { 200: 6000 }, last: 429, elsewhere: 200 })
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(300)
})

it('does not take all visitors of a proxy on the same machine for one', async () => {
  expect(await statusesOf(6001, 'GET', '/memorial/1', { from: '127.0.0.1' })).toMatchObject({ last: 200 })
  expect(await statusesOf(3001, 'POST', '/candles', { from: '::ffff:127.0.0.1' })).toMatchObject({ last: 200 })
})

it('lets no account read without end, from whatever address, and disturbs no other', async () => {
  const found = await statusesOf(600, 'GET', '/memorial/1', { account: '7' })
  expect(found).toMatchObject({ counted: { 200: 600 }, last: 429, elsewhere: 429 })
  expect(found.wait).toBeLessThanOrEqual(60)
  expect(await statusesOf(601, 'GET', '/memorial/1', { account: '7', from: '127.0.0.1' })).toMatchObject({ last: 200 })
})

it('lets no account make and delete without end, from whatever address', async () => {
  const found = await statusesOf(10_000, 'PATCH', '/memorial/1', { account: '7', from: '127.0.0.1' })
  expect(found).toMatchObject({ counted: { 200: 10_000 }, last: 429, elsewhere: 429 })
})

it('lets no address change things without end that has no account', async () => {
  const found = await statusesOf(3000, 'POST', '/candles')
  expect(found).toMatchObject({ counted: { 200: 3000 }, last: 429, elsewhere: 200 })
})

it('leaves parts of large files to limits of their own', async () => {
  expect(await statusesOf(10_001, 'PATCH', '/uploads/1', { account: '7', from: '127.0.0.1' })).toMatchObject({
    last: 200,
  })
})
