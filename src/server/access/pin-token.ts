import { PIN_TOKEN } from '@contract/pin-token'
import { PIN_TOKEN_HOURS } from '@contract/retention'
import { isSignedBy, sign, type SecretKey } from '../lib/token'

const LIFETIME_SECONDS = PIN_TOKEN_HOURS * 3600

/**
 * Tokens that open one private memorial for PIN_TOKEN_HOURS. They are not stored. One that was given for a PIN is signed
 * together with the hash of that PIN, so any change of the PIN, even to the same digits, makes it invalid. One that was given
 * to somebody who was let in names their request: whether that still holds is for the database to say.
 */
export interface PinTokens {
  issue(memorialId: number, pinHash: string | null): string
  opens(token: string, memorialId: number, pinHash: string | null): boolean
  issueTo(memorialId: number, requestId: number): string
  /** The request that a good token for this memorial was given to; undefined for every other token. */
  requestOf(token: string, memorialId: number): number | undefined
}

export function createPinTokens(secretKey: SecretKey, now: () => number = Date.now): PinTokens {
  const byPin = (memorialId: number, expires: number, pinHash: string | null) =>
    `pin:${memorialId}:${expires}:${pinHash ?? ''}`
  const byRequest = (memorialId: number, expires: number, requestId: number) =>
    `request:${memorialId}:${expires}:${requestId}`
  const end = () => Math.floor(now() / 1000) + LIFETIME_SECONDS

  /** Undefined when it is for another memorial, or too old. Its signature is not checked yet. */
  const parse = (token: string, memorialId: number) => {
    const [, forMemorial, expires, requestId, signature = ''] = PIN_TOKEN.exec(token) ?? []
    if (Number(forMemorial) !== memorialId || Number(expires) * 1000 <= now()) return undefined
    return { expires: Number(expires), requestId, signature }
  }

  return {
    issue(memorialId, pinHash) {
      const expires = end()
      return `pin.${memorialId}.${expires}.${sign(secretKey, byPin(memorialId, expires, pinHash))}`
    },

    opens(token, memorialId, pinHash) {
      const parts = parse(token, memorialId)
      if (!parts || parts.requestId !== undefined) return false
      return isSignedBy(secretKey, byPin(memorialId, parts.expires, pinHash), parts.signature)
    },

    issueTo(memorialId, requestId) {
      const expires = end()
      const signature = sign(secretKey, byRequest(memorialId, expires, requestId))
      return `pin.${memorialId}.${expires}.${requestId}.${signature}`
    },

    requestOf(token, memorialId) {
      const parts = parse(token, memorialId)
      if (parts?.requestId === undefined) return undefined
      const requestId = Number(parts.requestId)
      const isGood = isSignedBy(secretKey, byRequest(memorialId, parts.expires, requestId), parts.signature)
      return isGood ? requestId : undefined
    },
  }
}
