import type { Kysely } from 'kysely'
import type { AccountTables } from './tables/accounts'
import type { InstallationTables } from './tables/installation'
import type { LetterTables } from './tables/letters'
import type { MediaTables } from './tables/media'
import type { MemorialTables } from './tables/memorials'
import type { MemoryTables } from './tables/memories'

/**
 * The tables for Kysely. Days are `YYYY-MM-DD` text, sizes are in bytes, columns are named like the fields of the API.
 */
export interface Tables
  extends AccountTables, MemorialTables, MediaTables, MemoryTables, LetterTables, InstallationTables {}

/** A database or a transaction: repositories accept either. */
export type Db = Kysely<Tables>
