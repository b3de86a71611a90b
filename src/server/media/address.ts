import { MEDIA_BASE_PATH } from '@contract/paths'
import { isSignedBy, sign } from '../lib/token'

const LIFETIME_SECONDS = 3600
/** Addresses made within one step are the same, so that a browser's cache serves the next reading of a page. */
const STEP_SECONDS = 600

/** Addresses of files: bare for a public page, signed and short-lived for a closed one. */
export interface MediaAddresses {
  of(mediaId: string, fileName: string, isPublic: boolean): string
  isGood(mediaId: string, expires: string | undefined, signature: string | undefined): boolean
}

export function createMediaAddresses(secretKey: string, now: () => number = Date.now): MediaAddresses {
  const seconds = () => Math.floor(now() / 1000)
  const claim = (mediaId: string, expires: string) => `media:${mediaId}:${expires}`

  return {
    of(mediaId, fileName, isPublic) {
      const address = `${MEDIA_BASE_PATH}/${mediaId}/${fileName}`
      if (isPublic) return address
      const expires = String(Math.floor(seconds() / STEP_SECONDS) * STEP_SECONDS + LIFETIME_SECONDS)
      return `${address}?expires=${expires}&signature=${sign(secretKey, claim(mediaId, expires))}`
    },

    isGood(mediaId, expires, signature) {
      if (!expires || !signature || !/^\d{1,12}$/.test(expires)) return false
      return Number(expires) > seconds() && isSignedBy(secretKey, claim(mediaId, expires), signature)
    },
  }
}
