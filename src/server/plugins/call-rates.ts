import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createAttempts, type LimitAttempts } from '../lib/attempts'
import { networkOf } from '../lib/visitor-network'

const TOO_MANY = 'Слишком много запросов. Попробуйте, пожалуйста, немного позже.'
const HOUR_SECONDS = 3600

/**
 * How many calls. Connections are limited in connections.ts, concurrent requests in visitor-requests.ts.
 * Far more than a hall full of people behind one address asks for. In the memory of each process: a question to Redis for each
 * reading would cost more than most readings.
 */
const CALLS = { name: 'calls', max: 6000, seconds: 300, refusal: TOO_MANY }
/** A cabinet makes some twenty as it opens. What an account reads comes from no cache, and may be long. */
const READINGS_OF_ACCOUNT = { name: 'readings-account', max: 600, seconds: 60, refusal: TOO_MANY }
/** A moderator with a long queue decides once in some seconds; a script that fills a large site writes faster. */
const CHANGES_OF_ACCOUNT = { name: 'changes-account', max: 10_000, seconds: HOUR_SECONDS, refusal: TOO_MANY }
/** Sign-ins, registrations, words and candles have limits of their own, below this one. */
const CHANGES_OF_GUESTS = { name: 'changes-guests', max: 3000, seconds: HOUR_SECONDS, refusal: TOO_MANY }

const READING = ['GET', 'HEAD', 'OPTIONS']
const PART_OF_FILE = /\/(?:uploads|voices)(?:\/|$)/

/**
 * Bounds for what no other limit counts: copying the site call by call, and endless creating and deleting.
 * Calls from this machine are not counted by address: behind a proxy that TRUST_PROXY does not name, all visitors share it. Scripts
 * of the operator that run on it may read as much as they want.
 */
export const callRates = fp<{ limitAttempts: LimitAttempts }>((api, { limitAttempts }, done) => {
  const calls = createAttempts()(CALLS)
  const readingsOfAccount = createAttempts()(READINGS_OF_ACCOUNT)
  const changesOfAccount = limitAttempts(CHANGES_OF_ACCOUNT)
  const changesOfGuests = limitAttempts(CHANGES_OF_GUESTS)

  // Before the account is looked for.
  api.addHook('onRequest', async (request) => {
    if (!isOfThisMachine(request.ip)) await calls.count(networkOf(request.ip))
  })
  api.addHook('preParsing', async (request) => {
    const { account, ip } = request
    if (PART_OF_FILE.test(pattern(request))) return
    if (isReading(request)) {
      if (account && !isOfThisMachine(ip)) await readingsOfAccount.count(String(account.id))
      return
    }
    if (!account && !isOfThisMachine(ip)) await changesOfGuests.count(networkOf(ip))
    if (account) await changesOfAccount.count(String(account.id))
  })
  done()
})

export function isReading({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return READING.includes(method)
}

function pattern({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? ''
}

function isOfThisMachine(address: string): boolean {
  return networkOf(address).startsWith('127.') || address === '::1'
}
