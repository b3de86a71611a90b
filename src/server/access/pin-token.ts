import { PIN_TOKEN } from '@contract/pin-token'
import { PIN_TOKEN_HOURS } from '@contract/retention'
import { isSignedBy, sign } from '../lib/token'

const LIFETIME_SECONDS = PIN_TOKEN_HOURS * 3600

/**
 * Tokens that open one private memorial for PIN_TOKEN_HOURS. They are not stored: each is signed together with the hash of
 * the PIN that was entered. So any change of the PIN, even to the same digits, makes all of them invalid.
 */
export interface PinTokens {
  issue(memorialId: number, pinHash: string | null): string
  opens(token: string, memorialId: number, pinHash: string | null): boolean
}

export function createPinTokens(secretKey: string, now: () => number = Date.now): PinTokens {
  const claim = (memorialId: number, expires: number, pinHash: string | null) =>
    `pin:${memorialId}:${expires}:${pinHash ?? ''}`

  return {
    issue(memorialId, pinHash) {
      const expires = Math.floor(now() / 1000) + LIFETIME_SECONDS
      return `pin.${memorialId}.${expires}.${sign(secretKey, claim(memorialId, expires, pinHash))}`
    },

    opens(token, memorialId, pinHash) {
      const [, forMemorial, expires, signature = ''] = PIN_TOKEN.exec(token) ?? []
      if (Number(forMemorial) !== memorialId || Number(expires) * 1000 <= now()) return false
      return isSignedBy(secretKey, claim(memorialId, Number(expires), pinHash), signature)
    },
  }
}
