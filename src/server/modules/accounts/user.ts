import type { User } from '@contract/user'
import { isModerator } from '../../access/account'
import type { UserRow } from './user-repository'

/** An account as its holder sees it, without the hashes. */
export function asUser(row: UserRow, moderatorEmails: readonly string[], hasFactor: boolean): User {
  const mayModerate = isModerator(row, moderatorEmails)
  return {
    id: row.id,
    email: row.email,
    is_active: row.is_active,
    is_superuser: row.is_superuser,
    is_verified: row.is_verified,
    is_moderator: mayModerate,
    factor_missing: mayModerate && !hasFactor,
    has_pin: row.pin_hash !== null,
    max_memorials: row.max_memorials,
    advanced_memorials_left: row.advanced_memorials_left,
    bonus_gb_left: row.bonus_gb_left,
    display_name: row.display_name,
  }
}
