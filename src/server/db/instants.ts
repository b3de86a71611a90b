import { sql } from 'kysely'

/** The start of the transaction: the same for every row that it writes. */
export function now() {
  return sql<Date>`now()`
}

/** The time of the call itself. Unlike `now` it orders the rows of several transactions as they are written. */
export function clock() {
  return sql<Date>`clock_timestamp()`
}

export function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}

export function hoursAgo(hours: number) {
  return sql<Date>`now() - make_interval(hours => ${hours})`
}

export function daysAgo(days: number) {
  return sql<Date>`now() - make_interval(days => ${days})`
}
