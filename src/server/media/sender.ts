import type { FastifyRequest } from 'fastify'
import { createSenderSemaphores } from '../lib/semaphore'
import { networkOf } from '../lib/network'

/**
 * The number of files of one sender in the common queue; more wait in the sender's own queue. A browser sends two at
 * once.
 */
const MAX_IN_COMMON_QUEUE = 4
const MAX_WAITING = 30

/** Prevents one sender from taking all slots of the file processing. */
export const createSenderQueues = () => createSenderSemaphores(MAX_IN_COMMON_QUEUE, MAX_WAITING)

/** The key under which files are counted: the account, or the IP address for a guest. */
export function senderOf({ account, ip }: Pick<FastifyRequest, 'account' | 'ip'>): string {
  return account ? `account ${account.id}` : `network ${networkOf(ip)}`
}
