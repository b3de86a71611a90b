import { LETTER_KINDS, type LetterKind, unsubscribePath } from '@contract/letters'
import { openedMark } from '@contract/opened-letter'
import type { PublicSettings } from '@contract/settings'
import { seal, unseal } from '../lib/sealed'
import type { SecretKey } from '../lib/token'

const PURPOSE = 'letters'
const OPENED = 'opened letters'

/** What letters need to know about the installation. */
export interface LetterSite extends PublicSettings {
  /** The URL where the recipient unsubscribes from letters of this kind. */
  unsubscribeUrl: (kind: LetterKind, recipient: string) => string
  /** The suffix of a link's URL that proves, when opened, that the recipient reads this mailbox. */
  openedMark: (recipient: string) => string
}

export function letterSite(site: PublicSettings, secretKey: SecretKey): LetterSite {
  return {
    ...site,
    unsubscribeUrl: (kind, recipient) =>
      site.publicUrl + unsubscribePath(seal(secretKey, PURPOSE, `${kind} ${recipient}`).toString('base64url')),
    openedMark: (recipient) => openedMark(seal(secretKey, OPENED, recipient).toString('base64url')),
  }
}

/** The address that a link was sent to; undefined when the token is invalid. */
export function readOpenedToken(secretKey: SecretKey, token: string): string | undefined {
  return unseal(secretKey, OPENED, Buffer.from(token, 'base64url'))
}

/** The kind and the address of an unsubscribe link; undefined when the token is invalid. */
export function readUnsubscribeToken(
  secretKey: SecretKey,
  token: string,
): { kind: LetterKind; recipient: string } | undefined {
  const [, name, recipient] =
    /^(\w+) (.+)$/s.exec(unseal(secretKey, PURPOSE, Buffer.from(token, 'base64url')) ?? '') ?? []
  const kind = LETTER_KINDS.find((known) => known === name)
  return kind && recipient !== undefined ? { kind, recipient } : undefined
}
