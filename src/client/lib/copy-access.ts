/** What of an offline copy decides who may open it. */
export interface CopyAccess {
  /** A closed page may be shown until then; null for a public one. ISO 8601, UTC. */
  keptUntil: string | null
  /** The digest of the token with which a closed page was read, which alone opens it; null for a public one. */
  openedBy: string | null
}

/** SHA-256 in hexadecimal: stands beside a copy in place of the token itself. */
export async function tokenDigest(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether whoever holds this token may open a copy. */
export async function opensCopy({ keptUntil, openedBy }: CopyAccess, token: string | undefined): Promise<boolean> {
  if (keptUntil === null) return true
  return token !== undefined && openedBy === (await tokenDigest(token))
}
