/** The e-mail that another page left in the navigation state, as `state.email`. The state may be anything. */
export function carriedEmail(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : undefined
}

/** The navigation state for the next page, with this e-mail added. The page to return to stays in it. */
export function carryingEmail(state: unknown, email: string | undefined): object {
  return { ...(typeof state === 'object' ? state : {}), email }
}
