import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { counted, HOURS } from '@contract/plurals'
import { API_BASE_PATH } from '@contract/paths'
import { type ApiError, unavailable } from '../lib/api-error'
import { isReading } from './call-rates'

const SERVED = 'Сейчас на сайте технические работы: страницы можно читать, а сохранить что-нибудь пока нельзя.'
const RETRY_SECONDS = 60
const MINUTE_MS = 60_000
const MINUTES = ['минуту', 'минуты', 'минут'] as const

/** POST is how they pass a secret: they sign people in and out, or open what is there to be read. */
export const READING_BY_POST = [
  '/auth/login',
  '/auth/login/factor',
  '/auth/login/passkey/begin',
  '/auth/login/passkey/finish',
  '/auth/logout',
  '/auth/confirm',
  '/letters/subscription',
  '/memorial/:id/export',
  '/memorial/:id/open',
  '/memorial/:id/verify-pin',
  '/proposals/own',
  '/questions/open',
  '/stories/own',
  '/users/me/export',
].map((path) => API_BASE_PATH + path)

/** The operator's, to accept nothing for a while. */
interface Order {
  /** When it is expected to end. */
  until: Date | null
  /** What people read in place of the usual sentence. */
  text: string | null
}

/**
 * Refuses all writes while the operator wants it, before their bodies are read. The order is looked for at each of them: it
 * holds in every process from the moment that it is committed.
 */
export const maintenance = fp<{ find: () => Promise<Order | undefined> }>((app, { find }, done) => {
  app.addHook('preParsing', async (request) => {
    if (request.is404 || isReading(request) || isReadingByPost(request)) return
    const found = await find()
    if (found) throw refusalDuring(found)
  })
  done()
})

function isReadingByPost({ method, routeOptions: { url } }: FastifyRequest): boolean {
  return method === 'POST' && READING_BY_POST.includes(url ?? '')
}

function refusalDuring({ until, text }: Order): ApiError {
  const left = until === null ? 0 : Math.ceil((until.getTime() - Date.now()) / MINUTE_MS)
  const sentence = `${text ?? SERVED} Попробуйте, пожалуйста, ${left > 0 ? `через ${inWords(left)}` : 'немного позже'}.`
  return unavailable(sentence, Math.max(RETRY_SECONDS, left * RETRY_SECONDS))
}

function inWords(minutes: number): string {
  return minutes > 90 ? counted(Math.ceil(minutes / 60), HOURS) : counted(minutes, MINUTES)
}
