import type pg from 'pg'

/**
 * What PostgreSQL says when it cannot serve now, by SQLSTATE: connection lost (08), resources used up (53), stopped or
 * starting (57P), statement or idle transaction timed out, and a standby that still stands where the primary stood.
 */
const AWAY_STATES = /^(08...|53...|57P..|57014|25P03|25006)$/

/** The database cannot be reached, did not answer in time, or has no connection left. Nobody's mistake, and over by itself: answered 503. */
export class DatabaseAway extends Error {
  /** That of the cause: a SQLSTATE, or a name like ECONNREFUSED. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string }
    super(message ?? String(cause), { cause })
    this.code = code
  }
}

/** Whether an error of a query means that the database is away, and not that the query is wrong. */
export function saysDatabaseIsAway(error: unknown): boolean {
  return AWAY_STATES.test((error as Partial<pg.DatabaseError>).code ?? '')
}
