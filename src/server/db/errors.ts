import type pg from 'pg'

/**
 * SQLSTATE codes that mean "not available now": connection lost (08), out of resources (53), shutting down or starting
 * (57P), statement timeout, idle transaction timeout, and a read-only standby at the primary's host.
 */
const AWAY_STATES = /^(08...|53...|57P..|57014|25P03|25006)$/

/**
 * The database cannot be reached, did not respond in time, or has no free connection. A temporary failure: answered
 * with 503.
 */
export class DatabaseAway extends Error {
  /** The cause's code: a SQLSTATE, or a name like ECONNREFUSED. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string }
    super(message ?? String(cause), { cause })
    this.code = code
  }
}

/** Whether a query failed because the database is unavailable, and not because the query is wrong. */
export function saysDatabaseIsAway(error: unknown): boolean {
  return AWAY_STATES.test((error as Partial<pg.DatabaseError>).code ?? '')
}

/** A database that responds, but does not work with this server. The message is for the operator. */
export class UnfitDatabaseError extends Error {}

export const STANDBY = 'DATABASE_URL leads to a standby, which takes no writes: name the primary'
export const POOLER_OF_TRANSACTIONS =
  'PgBouncer в режиме transaction не подходит: объявления об изменениях теряются, и закрытая страница осталась бы видна. ' +
  'Укажите в DATABASE_URL сам PostgreSQL или включите pool_mode = session.'

/** Why the migrations failed. The message is for the operator. */
export class MigrationError extends Error {}
