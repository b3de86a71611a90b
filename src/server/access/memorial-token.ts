import { MEMORIAL_TOKEN } from '@contract/memorial-terms'
import { PIN_TOKEN_HOURS } from '@contract/retention'
import { isSignedBy, sign, type SecretKey } from '../lib/token'
import type { SigningSession } from './repository'

const LIFETIME_SECONDS = PIN_TOKEN_HOURS * 3600

/**
 * Tokens that open one private memorial for PIN_TOKEN_HOURS. They are not stored. One issued for a PIN is signed together
 * with the hash of that PIN, so any change of the PIN, even to the same digits, makes it invalid. One issued to the owner
 * names their session, and is signed with it too. One issued to a visitor who was let in names their request. Whether
 * session and request are still valid is for the database to say.
 */
export interface MemorialTokens {
  issue(memorialId: number, pinHash: string | null, ownerSession?: SigningSession): string
  /** `ownerSession` is the valid session that `sessionOf` names. */
  opens(token: string, memorialId: number, pinHash: string | null, ownerSession?: SigningSession): boolean
  /** The id of the session that a token for this memorial names, valid or not; undefined where it names none. */
  sessionOf(token: string, memorialId: number): number | undefined
  issueTo(memorialId: number, requestId: number): string
  /** The request that a valid token for this memorial was issued for; undefined for every other token. */
  requestOf(token: string, memorialId: number): number | undefined
}

export function createMemorialTokens(secretKey: SecretKey, now: () => number = Date.now): MemorialTokens {
  const byPin = (memorialId: number, expires: number, pinHash: string | null, session?: SigningSession) =>
    `pin:${memorialId}:${expires}:${pinHash ?? ''}${session ? `:session:${session.key}` : ''}`
  const byRequest = (memorialId: number, expires: number, requestId: number) =>
    `request:${memorialId}:${expires}:${requestId}`
  const end = () => Math.floor(now() / 1000) + LIFETIME_SECONDS

  /** Undefined when it is for another memorial, or expired. Its signature is not checked yet. */
  const parse = (token: string, memorialId: number) => {
    const [, forMemorial, expires, requestId, sessionId, signature = ''] = MEMORIAL_TOKEN.exec(token) ?? []
    if (Number(forMemorial) !== memorialId || Number(expires) * 1000 <= now()) return undefined
    return { expires: Number(expires), requestId, sessionId, signature }
  }

  return {
    issue(memorialId, pinHash, ownerSession) {
      const expires = end()
      const session = ownerSession ? `s${ownerSession.id}.` : ''
      return `pin.${memorialId}.${expires}.${session}${sign(secretKey, byPin(memorialId, expires, pinHash, ownerSession))}`
    },

    opens(token, memorialId, pinHash, ownerSession) {
      const parts = parse(token, memorialId)
      if (!parts || parts.requestId !== undefined || numberOf(parts.sessionId) !== ownerSession?.id) return false
      return isSignedBy(secretKey, byPin(memorialId, parts.expires, pinHash, ownerSession), parts.signature)
    },

    sessionOf: (token, memorialId) => numberOf(parse(token, memorialId)?.sessionId),

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

function numberOf(id: string | undefined): number | undefined {
  return id === undefined ? undefined : Number(id)
}
