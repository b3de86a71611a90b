import type { FastifyRequest } from 'fastify'
import { createOwnGates } from '../lib/gate'
import { networkOf } from '../lib/network'

/** Of one sender this many files may be in the common queue, and more wait behind them. A browser sends two at once. */
const MAX_IN_COMMON_QUEUE = 4
const MAX_WAITING = 30

/** Keeps one sender from taking all places where files are processed. */
export const createSenderGates = () => createOwnGates(MAX_IN_COMMON_QUEUE, MAX_WAITING)

/** The key under which files are counted: the account, or for a guest the IP address. */
export function senderOf({ account, ip }: Pick<FastifyRequest, 'account' | 'ip'>): string {
  return account ? `account ${account.id}` : `network ${networkOf(ip)}`
}
