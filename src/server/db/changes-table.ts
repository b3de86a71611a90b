import type { Generated } from 'kysely'
import type { Defaulted } from './columns'

export interface ChangesTable {
  /** Triggers fill it: see change-log.ts. */
  changes: {
    id: Generated<number>
    xid: Defaulted<string>
    at: Defaulted<Date>
    kind: string
    memorial_id: number | null
  }
  change_readers: {
    id: string
    pid: number
    position: string
    at: Defaulted<Date>
  }
}
