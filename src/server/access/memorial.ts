import { PAGE_CLOSED } from '@contract/memorial'
import type { Db } from '../db/schema'
import { forbidden, notFound } from '../lib/api-error'
import type { Account } from './account'
import { findPinHash } from './account-repository'
import {
  findMemorial,
  findMemorialFacts,
  lockMemorialRow,
  type MemorialFacts,
  type MemorialRow,
} from './memorial-repository'
import type { PinTokens } from './pin-token'

const NOT_THE_OWNER = 'Изменять страницу может только её владелец.'
const NOT_A_MODERATOR = 'Решать о воспоминаниях могут только владелец страницы и модераторы.'

declare const checked: unique symbol

/** A memorial that the asker may read. Only `toRead`, `toReadWhole` and `toEdit` make one. */
export type Readable = MemorialFacts & { readonly isOwn: boolean; readonly [checked]: 'readable' | 'editable' }

/** The same with everything that its page shows. */
export type ReadableWhole = Readable & MemorialRow

/** A memorial that the asker may change. Only `toEdit` makes one. */
export type Editable = ReadableWhole & { readonly [checked]: 'editable' }

/** A memorial whose memories the asker may moderate. Only `toModerate` makes one. */
export type Moderated = MemorialRow & { readonly [checked]: 'moderated' }

/** The part of a request that says who is asking. */
export interface Asker {
  account: Account | undefined
  /** An account's token or a PIN token, not checked yet. */
  bearerToken: string | undefined
}

export type MemorialAccess = ReturnType<typeof createMemorialAccess>

/** The access checks. Every use of a memorial passes one of them. */
export function createMemorialAccess({ db, pinTokens }: { db: Db; pinTokens: PinTokens }) {
  const existing = async (id: number): Promise<MemorialRow> => {
    const memorial = await findMemorial(db, id)
    if (!memorial) throw notFound()
    return memorial
  }

  const readable = async <M extends MemorialFacts>(asker: Asker, memorial: M | undefined): Promise<M & Readable> => {
    if (!memorial) throw notFound()
    const isOwn = memorial.user_id === asker.account?.id
    if (!memorial.public_status && !isOwn && !(await hasPinToken(asker, memorial))) throw forbidden(PAGE_CLOSED)
    return { ...memorial, isOwn } as M & Readable
  }

  const hasPinToken = async ({ bearerToken }: Asker, memorial: MemorialFacts): Promise<boolean> => {
    if (!bearerToken) return false
    return pinTokens.opens(bearerToken, memorial.id, await findPinHash(db, memorial.user_id))
  }

  return {
    /** 404 when there is none; 403 when it is closed to the asker. The answer does not say whose it is. */
    async toRead(asker: Asker, id: number): Promise<Readable> {
      return readable(asker, await findMemorialFacts(db, id))
    },

    /** As `toRead`, for the memorial itself. */
    async toReadWhole(asker: Asker, id: number): Promise<ReadableWhole> {
      return readable(asker, await findMemorial(db, id))
    },

    /** 404 when there is none; 403 for everyone but its owner. */
    async toEdit(account: Account, id: number): Promise<Editable> {
      const memorial = await existing(id)
      if (memorial.user_id !== account.id) throw forbidden(NOT_THE_OWNER)
      return { ...memorial, isOwn: true } as Editable
    },

    /** 404 when there is none; 403 for everyone but its owner and moderators. */
    async toModerate(account: Account, id: number): Promise<Moderated> {
      const memorial = await existing(id)
      if (memorial.user_id !== account.id && !account.isModerator) throw forbidden(NOT_A_MODERATOR)
      return memorial as Moderated
    },
  }
}

/** The row of a checked memorial as it is now, locked until the transaction ends; 404 when it was deleted meanwhile. */
export async function lockMemorial(tx: Db, { id }: Readable): Promise<MemorialRow> {
  const row = await lockMemorialRow(tx, id)
  if (!row) throw notFound()
  return row
}
