const OPENED = '#letter='

/**
 * The URL fragment of links in letters to strangers: opening it proves access to the mailbox. Browsers do not send it
 * to servers.
 */
export function openedMark(token: string): string {
  return OPENED + token
}

/** The token in a URL fragment; undefined without one. */
export function openedToken(hash: string): string | undefined {
  return hash.startsWith(OPENED) ? hash.slice(OPENED.length) : undefined
}
