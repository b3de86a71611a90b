const OPENED = '#letter='

/** What the link of a letter to a stranger adds to an address: whoever opens it reads the mailbox. Servers never see it. */
export function openedMark(token: string): string {
  return OPENED + token
}

/** The token in the fragment of an address; undefined where there is none. */
export function openedToken(hash: string): string | undefined {
  return hash.startsWith(OPENED) ? hash.slice(OPENED.length) : undefined
}
