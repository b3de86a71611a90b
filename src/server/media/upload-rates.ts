import type { FastifyRequest } from 'fastify'
import type { AttemptLimit, LimitAttempts } from '../lib/attempts'
import { senderOf } from './sender'

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
