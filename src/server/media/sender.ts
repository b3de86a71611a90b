import type { FastifyRequest } from 'fastify'
import { networkOf } from '../lib/network'

/** Of one sender so many files wait or are looked into at once: a browser sends two, and a family has several. */
export const MOST_OF_ONE_SENDER = 4

/** Whom a file counts for: an account, or for a guest their address. */
export function senderOf({ account, ip }: Pick<FastifyRequest, 'account' | 'ip'>): string {
  return account ? `account ${account.id}` : `network ${networkOf(ip)}`
}
