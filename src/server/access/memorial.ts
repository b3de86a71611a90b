import { PAGE_CLOSED } from '@contract/memorial'
import type { Db } from '../db/schema'
import { forbidden, notFound } from '../lib/api-error'
import { findMemorial, type MemorialRow } from '../modules/memorials/repository'
import type { Account } from './account'

declare const checked: unique symbol

/** A memorial that the asker may read. Only `memorialToRead` makes one. */
export type Readable = MemorialRow & { readonly isOwn: boolean; readonly [checked]: 'readable' }

/** 404 when there is none; 403 when it is closed to the asker, with no word of whose it is. */
export async function memorialToRead(db: Db, account: Account | undefined, id: number): Promise<Readable> {
  const memorial = await existing(db, id)
  const isOwn = memorial.user_id === account?.id
  if (!memorial.public_status && !isOwn) throw forbidden(PAGE_CLOSED)
  return { ...memorial, isOwn } as Readable
}

async function existing(db: Db, id: number): Promise<MemorialRow> {
  const memorial = await findMemorial(db, id)
  if (!memorial) throw notFound()
  return memorial
}
