import type { Burial } from '@contract/burial'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import type { MediaAddresses } from '../../media/address'
import { findBurial } from './repository'

export type BurialService = ReturnType<typeof createBurialService>

/** The rules of burial places. */
export function createBurialService({ db, addresses }: { db: Db; addresses: MediaAddresses }) {
  return {
    /** 404 when the family has not told of one. */
    async show(memorial: Readable): Promise<Burial> {
      const row = await findBurial(db, memorial.id)
      if (!row) throw notFound()
      const { photo_id: photoId, ...burial } = row
      return { ...burial, photo_path: photoId && addresses.picture(photoId, memorial.public_status) }
    },
  }
}
