import type { ColumnType } from 'kysely'

/** A column that the database fills in when a new row does not. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** When a row was written. It never changes. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
