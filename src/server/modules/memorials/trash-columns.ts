import { isClosedByModerators } from '../../access/repository'
import type { MemorialUpdate } from './repository'
import type { TrashedMemorialRow } from './trash-repository'

/** The columns of a restored page: its owner's settings, unless it was also taken down. */
export function asWished(row: TrashedMemorialRow): MemorialUpdate {
  if (isClosedByModerators(row)) return {}
  return {
    public_status: row.wished_public_status ?? false,
    swo_status: row.wished_swo_status ?? false,
    wished_public_status: null,
    wished_swo_status: null,
  }
}

/** The owner as the actor of an audit entry. */
export const ownerOf = (id: number) => ({ actor_id: id, actor_role: 'owner' }) as const
