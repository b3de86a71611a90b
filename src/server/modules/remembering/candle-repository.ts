import type { Db } from '../../db/schema'

/** How many candles were lit in all; undefined when there is no such page. It is locked until the transaction ends. */
export async function lockCandles(tx: Db, memorialId: number): Promise<number | undefined> {
  const page = await tx
    .selectFrom('memorials')
    .select('candles')
    .where('id', '=', memorialId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return page?.candles
}

/** False when one was lit from this address on this day. */
export async function insertCandle(
  tx: Db,
  candle: { memorial_id: number; day: string; address_hash: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('candles')
    .values(candle)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns how many that makes in all. */
export async function countOneMore(tx: Db, memorialId: number): Promise<number> {
  const { candles } = await tx
    .updateTable('memorials')
    .set((eb) => ({ candles: eb('candles', '+', 1) }))
    .where('id', '=', memorialId)
    .returning('candles')
    .executeTakeFirstOrThrow()
  return candles
}

export async function countCandlesOf(db: Db, memorialId: number, day: string): Promise<number> {
  const { lit } = await db
    .selectFrom('candles')
    .select(({ fn }) => fn.countAll<number>().as('lit'))
    .where('memorial_id', '=', memorialId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return lit
}

/** Whoever lit them may light others: the count in all stays. */
export async function deleteCandlesBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('candles').where('day', '<', day).execute()
}
