/** The access rules of an offline copy. */
export interface CopyAccess {
  /** When a closed page's copy expires; null for a public page. ISO 8601, UTC. */
  keptUntil: string | null
  /**
   * The digest of the token with which a closed page was read, the only one that opens the copy; null for a public
   * page.
   */
  openedBy: string | null
}

/** SHA-256 in hexadecimal: stored with a copy in place of the token itself. */
export async function tokenDigest(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether this token opens a copy. */
export async function opensCopy({ keptUntil, openedBy }: CopyAccess, token: string | undefined): Promise<boolean> {
  if (keptUntil === null) return true
  return token !== undefined && openedBy === (await tokenDigest(token))
}
