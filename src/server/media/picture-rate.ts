import type { FastifyRequest } from 'fastify'
import type { LimitAttempts } from '../lib/attempts'
import { networkOf } from '../lib/network'

const HOUR_SECONDS = 3600
const TOO_MANY_PICTURES = 'За последний час загружено слишком много фотографий. Пожалуйста, попробуйте позже.'

/** Counts a picture of whoever sends the request, an account or a guest; throws the 429 answer when there were enough. */
export type CountPicture = (request: FastifyRequest) => Promise<void>

/** How many pictures an hour one may send to be decoded, wherever they go. */
export function createPictureRate(limit: LimitAttempts): CountPicture {
  const rate = { seconds: HOUR_SECONDS, refusal: TOO_MANY_PICTURES }
  const byAccount = limit({ ...rate, name: 'pictures-account', most: 600 })
  const byNetwork = limit({ ...rate, name: 'pictures-network', most: 20 })

  return ({ account, ip }) => (account ? byAccount.count(String(account.id)) : byNetwork.count(networkOf(ip)))
}
