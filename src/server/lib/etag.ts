import { hash } from 'node:crypto'

/** A strong ETag, quotes included: equal content has equal tags. SHA-1 is enough, since it protects nothing. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('sha1', content, 'base64url')}"`
}

/** Whether an If-None-Match header names this ETag, strong or weak, or is `*`. */
export function isKnownEtag(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false
  const known = header.split(',').map(withoutWeakness)
  return known.includes(withoutWeakness(etag)) || known.includes('*')
}

function withoutWeakness(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
