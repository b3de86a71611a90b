import type { FastifyRequest } from 'fastify'
import type { AttemptLimit, LimitAttempts } from '../lib/attempts'
import { createSenderSemaphores } from '../lib/semaphore'
import { networkOf } from '../lib/visitor-network'

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

const HOUR_SECONDS = 3600
const MAX_OF_ACCOUNT = 600
const MAX_OF_GUEST = 20

const LIMITS = {
  picture: {
    name: 'pictures',
    refusal: 'За последний час загружено слишком много фотографий. Пожалуйста, попробуйте позже.',
  },
  recording: {
    name: 'recordings',
    refusal: 'За последний час загружено слишком много записей. Пожалуйста, попробуйте позже.',
  },
} satisfies Record<string, Pick<AttemptLimit, 'name' | 'refusal'>>

/** How a file will be processed. */
export type UploadKind = keyof typeof LIMITS

/** Counts a file for the request's sender, an account or a guest; throws the 429 error when the limit is reached. */
export type CountUpload = (kind: UploadKind, request: FastifyRequest) => Promise<unknown>

/** Limits the pictures and recordings that one sender uploads per hour, over all routes. */
export function createUploadRates(limit: LimitAttempts): CountUpload {
  const ratesOf = (kind: UploadKind) => {
    const { name, refusal } = LIMITS[kind]
    const rate = { seconds: HOUR_SECONDS, refusal }
    return {
      account: limit({ ...rate, name: `${name}-account`, max: MAX_OF_ACCOUNT }),
      guest: limit({ ...rate, name: `${name}-network`, max: MAX_OF_GUEST }),
    }
  }
  const rates = { picture: ratesOf('picture'), recording: ratesOf('recording') }

  return (kind, request) => rates[kind][request.account ? 'account' : 'guest'].count(senderOf(request))
}
