/** The e-mail that another screen left in the navigation state, as `state.email`. The state may be anything. */
export function carriedEmail(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : undefined
}

/** A navigation state that goes on to the next screen, now with this e-mail; where one came from stays in it. */
export function carryingEmail(state: unknown, email: string | undefined): object {
  return { ...(typeof state === 'object' ? state : {}), email }
}
