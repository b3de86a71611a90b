import type { FastifyRequest } from 'fastify'
import { forbidden } from './api-error'

const NOT_FROM_THERE = 'Откройте этот адрес в самом браузере.'

/** What a browser says of where a request comes from: https://www.w3.org/TR/fetch-metadata */
type Expected = Partial<Record<'dest' | 'site', string>>

/** A page that a person opens: a link in a letter, typed or pressed. */
export const OPENED_PAGE: Expected = { dest: 'document' }
/** A request of this site's own scripts. */
export const OWN_SCRIPT: Expected = { site: 'same-origin', dest: 'empty' }

/**
 * For a GET that changes something: an `onRequest` hook that answers 403 to what another page embeds or fetches, and to what a
 * browser fetches ahead. Programs that send no such headers pass: they act for no visitor of another page.
 */
export function onlyFrom(expected: Expected) {
  return async (request: FastifyRequest): Promise<void> => {
    const isAhead = request.headers['sec-purpose'] !== undefined || request.headers.purpose === 'prefetch'
    const isOther = Object.entries(expected).some(([name, value]) => {
      const sent = request.headers[`sec-fetch-${name}`]
      return sent !== undefined && sent !== value
    })
    if (isAhead || isOther) throw forbidden(NOT_FROM_THERE)
  }
}
