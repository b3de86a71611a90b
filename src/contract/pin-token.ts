/**
 * A token that opens one closed memorial: for which one, until when (seconds since 1970), if it was given to a person who was
 * let in the id of their request, or `s` with the id of the session if it was given to the memorial's owner, and the signature.
 */
export const PIN_TOKEN = /^pin\.(\d{1,10})\.(\d{1,12})\.(?:(\d{1,10})\.|s(\d{1,10})\.)?([\w-]+)$/

/** When a PIN token expires; undefined for other text. */
export function endOfPinToken(token: string): Date | undefined {
  const [, , seconds] = PIN_TOKEN.exec(token) ?? []
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000)
}
