import { createHash } from 'node:crypto'

/** A strong ETag, quotes included: equal contents have equal tags. SHA-1 is enough, since it protects nothing. */
export function etagOf(content: string | Buffer): string {
  return `"${createHash('sha1').update(content).digest('base64url')}"`
}
