import { type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { inSeconds, now } from '../db/instants'
import type { Db } from '../db/schema'
import { isSealedAsBefore, seal, unseal } from '../lib/sealed'
import { macsOf, randomToken, type SecretKey } from '../lib/token'

/**
 * Addresses of mail are stored as HMACs: a plain hash is found by trying addresses, of which a reader of the database knows
 * many. Their key is random and sealed with the secret key, not derived from it: it must outlive a change of the secret key,
 * because a hash cannot be made again without the address. Rows of former releases hold plain hashes; a job makes an HMAC
 * of each, which is why it is one of the plain hash.
 */

const PURPOSE = 'addresses of mail'
/** For so long a former release, which finds plain hashes only, may run next to this one, or come back. */
const FORMER_RELEASE_SECONDS = 7 * 24 * 3600
const BATCH = 1000

interface AddressKey {
  id: number
  key: string
  /** Whether new rows are hashed with it. */
  isUsed: boolean
}

interface AddressHash {
  /** What a new row holds. */
  hash: Buffer
  /** Null: the hash is a plain one. */
  keyId: number | null
  /** What a row with this address may hold. */
  all: Buffer[]
}

/** `addresses` in the form in which they are compared. */
export async function hashAddresses(db: Db, secretKey: SecretKey, addresses: string[]): Promise<AddressHash[]> {
  const keys = await readKeys(db, secretKey)
  const used = keys.findLast(({ isUsed }) => isUsed)
  return addresses.map((address) => {
    const plain = createHash('sha256').update(address).digest()
    return {
      hash: used ? keyed(used, plain) : plain,
      keyId: used?.id ?? null,
      all: [plain, ...keys.flatMap(({ key }) => macsOf(key, plain))],
    }
  })
}

export async function hashAddress(db: Db, secretKey: SecretKey, address: string): Promise<AddressHash> {
  const [hash] = await hashAddresses(db, secretKey, [address])
  if (!hash) throw new Error('unreachable: one hash for each address')
  return hash
}

/** Makes the key, seals it again after a change of the secret key, and makes HMACs of plain hashes. A job. */
export async function keyAddressHashes(db: Db, secretKey: SecretKey): Promise<void> {
  await ensureKey(db, secretKey)
  const used = (await readKeys(db, secretKey)).findLast(({ isUsed }) => isUsed)
  if (!used) return
  while ((await keyBatch(db, used, REACHED)) === BATCH);
  while ((await keyBatch(db, used, ENDED)) === BATCH);
  while ((await keyBatch(db, used, ASKED)) === BATCH);
}

async function readKeys(db: Db, secretKey: SecretKey): Promise<AddressKey[]> {
  const rows = await db
    .selectFrom('address_keys')
    .select(['id', 'sealed', sql<boolean>`used_from <= now()`.as('isUsed')])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, sealed, isUsed }) => {
    const key = unseal(secretKey, PURPOSE, sealed)
    return key === undefined ? [] : [{ id, key, isUsed }]
  })
}

function keyed({ key }: AddressKey, plain: Buffer): Buffer {
  const [mac = plain] = macsOf(key, plain)
  return mac
}

/** A lost secret key takes this one with it: then there is a new one, and what the former hashed is not found any more. */
async function ensureKey(db: Db, secretKey: SecretKey): Promise<void> {
  const rows = await db.selectFrom('address_keys').select(['id', 'sealed']).execute()
  let isThere = false
  for (const { id, sealed } of rows) {
    const key = unseal(secretKey, PURPOSE, sealed)
    if (key === undefined) continue
    isThere = true
    if (!isSealedAsBefore(secretKey, PURPOSE, sealed)) continue
    await db
      .updateTable('address_keys')
      .set({ sealed: seal(secretKey, PURPOSE, key) })
      .where('id', '=', id)
      .execute()
  }
  if (isThere) return
  const used_from = (await hasPlainHashes(db)) ? inSeconds(FORMER_RELEASE_SECONDS) : now()
  await db
    .insertInto('address_keys')
    .values({ sealed: seal(secretKey, PURPOSE, randomToken()), used_from })
    .execute()
}

/** Whether there are rows that a former release wrote. */
async function hasPlainHashes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from reached_addresses where key_id is null)
      or exists (select from ended_letters where key_id is null) as found`.execute(db)
  return rows[0]?.found === true
}

/** A table with hashes; `isTwin` compares what else a row named `twin` has with `plain`. */
interface HashTable {
  table: RawBuilder<unknown>
  hash: RawBuilder<unknown>
  isTwin: RawBuilder<boolean>
}

const REACHED: HashTable = {
  table: sql.table('reached_addresses'),
  hash: sql.ref('address_hash'),
  isTwin: sql`true`,
}
const ENDED: HashTable = {
  table: sql.table('ended_letters'),
  hash: sql.ref('mailbox_hash'),
  isTwin: sql`twin.kind = plain.kind`,
}

/** The same mailbox is asked more than once. */
const ASKED: HashTable = {
  table: sql.table('questions'),
  hash: sql.ref('mailbox_hash'),
  isTwin: sql`false`,
}

/**
 * Returns the number of plain hashes found. Rows are updated, not written again: who deletes one at the same time, by any of
 * its hashes, still finds it.
 */
async function keyBatch(db: Db, key: AddressKey, { table, hash, isTwin }: HashTable): Promise<number> {
  const { rows } = await sql<{ plain: Buffer }>`
    select distinct ${hash} as plain from ${table} where key_id is null order by 1 limit ${BATCH}`.execute(db)
  const plain = rows.map((row) => Buffer.from(row.plain))
  const hashes = plain.map((one) => keyed(key, one))
  const both = sql`unnest(${plain}::bytea[], ${hashes}::bytea[]) as made (plain, keyed)`
  const isRow = sql`plain.${hash} = made.plain and plain.key_id is null`
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from ${table} plain using ${both}
      where ${isRow} and exists (select from ${table} twin where twin.${hash} = made.keyed and ${isTwin})`.execute(tx)
    await sql`update ${table} plain set ${hash} = made.keyed, key_id = ${key.id}::integer from ${both} where ${isRow}`.execute(
      tx,
    )
  })
  return rows.length
}
