import { MEDIA_URL_STEP_SECONDS } from '@contract/limits'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { MEDIA_ADDRESS_HOURS } from '@contract/retention'
import { isSignedBy, type SecretKey, sign } from '../lib/token'

const LIFETIME_SECONDS = MEDIA_ADDRESS_HOURS * 3600

/** URLs of files: plain for a public page, signed and short-lived for a closed one. */
export interface MediaUrls {
  of(mediaId: string, fileName: string, isPublic: boolean): string
  isGood(mediaId: string, expires: string | undefined, signature: string | undefined): boolean
}

export function createMediaUrls(secretKey: SecretKey, now: () => number = Date.now): MediaUrls {
  const seconds = () => Math.floor(now() / 1000)
  const claim = (mediaId: string, expires: string) => `media:${mediaId}:${expires}`

  return {
    of(mediaId, fileName, isPublic) {
      const url = `${MEDIA_BASE_PATH}/${mediaId}/${fileName}`
      if (isPublic) return url
      const expires = String(roundedDown(seconds()) + LIFETIME_SECONDS)
      return `${url}?expires=${expires}&signature=${sign(secretKey, claim(mediaId, expires))}`
    },

    isGood(mediaId, expires, signature) {
      if (!expires || !signature || !/^\d{1,12}$/.test(expires)) return false
      return Number(expires) > seconds() && isSignedBy(secretKey, claim(mediaId, expires), signature)
    },
  }
}

function roundedDown(seconds: number): number {
  return Math.floor(seconds / MEDIA_URL_STEP_SECONDS) * MEDIA_URL_STEP_SECONDS
}
