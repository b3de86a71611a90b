import type { FastifyRequest } from 'fastify'
import { createOwnGates } from '../lib/gate'
import { networkOf } from '../lib/network'

/** So many files of one sender stand in the common queue, and so many wait behind them: a browser sends two at once. */
const MOST_IN_QUEUE = 4
const MOST_BEHIND = 30

/** Keeps one sender from taking every place where files are looked into. */
export const createSenderGates = () => createOwnGates(MOST_IN_QUEUE, MOST_BEHIND)

/** Whom a file counts for: an account, or for a guest their address. */
export function senderOf({ account, ip }: Pick<FastifyRequest, 'account' | 'ip'>): string {
  return account ? `account ${account.id}` : `network ${networkOf(ip)}`
}
