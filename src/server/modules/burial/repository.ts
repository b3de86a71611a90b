import type { Db } from '../../db/schema'

export async function findBurial(db: Db, memorialId: number) {
  return db.selectFrom('burials').selectAll().where('memorial_id', '=', memorialId).executeTakeFirst()
}
