import type { KeeperRole } from '@contract/memorial'
import { NO_PIN, PAGE_CLOSED, PIN_HEADER } from '@contract/memorial-terms'
import type { Db } from '../db/schema'
import { type ApiError, forbidden, notFound } from '../lib/api-error'
import { recordOwner } from '../lib/request-origin'
import { type Account, refusedAsModerator } from './account'
import {
  findMemorial,
  findMemorialFacts,
  findPinHash,
  findSigningSession,
  isTakenDownOrOwnerless,
  isKeeper,
  isLetIn,
  isReported,
  type MemorialRowWithCandles,
  lockMemorialRow,
  type MemorialFacts,
  type MemorialRow,
} from './repository'
import type { MemorialTokens } from './memorial-token'

const NOT_A_KEEPER = 'Изменять страницу могут только её владелец и хранители.'
const NOT_THE_OWNER = 'Это может сделать только владелец страницы.'
export const NOT_A_MODERATOR = 'Решать о воспоминаниях могут только те, кто хранит страницу, и модераторы.'

const KEEPERS_DECIDE = 'О словах на этой странице решают только те, кто её хранит.'

declare const checked: unique symbol

/**
 * A memorial that the asker may read. Only the checks below make one. `role` is what the asker is to it: null for anyone
 * who is not its owner or keeper.
 */
export type Readable = MemorialFacts & { readonly role: KeeperRole | null; readonly [checked]: Check }

/** The same with everything that the page shows. */
export type ReadableWhole = Readable & MemorialRowWithCandles

/** A memorial that the asker may change: `toEdit` makes it for the owner and the keepers. */
export type Editable = ReadableWhole & Editor & { readonly [checked]: 'editable' | 'owned' }

/** A memorial that belongs to the asker: `toOwn` makes it. */
export type Owned = Editable & { readonly [checked]: 'owned' }

/** A memorial whose memories the asker may moderate. Only `toModerate` makes one. */
export type Moderated = MemorialRowWithCandles & { readonly role: KeeperRole | null; readonly [checked]: 'moderated' }

type Check = 'readable' | 'editable' | 'owned'

/** The account that changes a memorial. */
interface Editor {
  readonly role: KeeperRole
  /** The id of the account. */
  readonly editorId: number
}

/** The fields of a request that say who is asking. */
export interface Asker {
  account: Account | undefined
  /** An account's token or a memorial token, not checked yet. */
  bearerToken: string | undefined
}

export type MemorialAccess = ReturnType<typeof createMemorialAccess>

/** The access checks. Every access to a memorial passes one of them. */
export function createMemorialAccess({ db, memorialTokens }: { db: Db; memorialTokens: MemorialTokens }) {
  const existing = async (id: number): Promise<MemorialRowWithCandles> => {
    const memorial = await findMemorial(db, id)
    if (!memorial) throw notFound()
    recordOwner(memorial.user_id)
    return memorial
  }

  const roleOf = async (
    account: Pick<Account, 'id'> | undefined,
    memorial: MemorialFacts,
  ): Promise<KeeperRole | null> => {
    if (!account) return null
    if (memorial.user_id === account.id) return 'owner'
    return (await isKeeper(db, memorial.id, account.id)) ? 'keeper' : null
  }

  const readable = async <M extends MemorialFacts>(asker: Asker, memorial: M | undefined): Promise<M & Readable> => {
    if (!memorial) throw notFound()
    recordOwner(memorial.user_id)
    const role = await roleOf(asker.account, memorial)
    if (!role && !(await isOpenTo(asker, memorial))) throw await closed(asker, memorial)
    return { ...memorial, role } as M & Readable
  }

  /** Does not reveal whose page it is, only whether a PIN opens it. */
  const closed = async ({ account }: Asker, memorial: MemorialFacts): Promise<ApiError> => {
    if (account?.factorMissing && isTakenDownOrOwnerless(memorial)) return refusedAsModerator(account, PAGE_CLOSED)
    const hasPin = !isTakenDownOrOwnerless(memorial) && (await findPinHash(db, memorial.user_id)) !== null
    return forbidden(PAGE_CLOSED, hasPin ? {} : { [PIN_HEADER]: NO_PIN })
  }

  /** A page that was taken down stays closed to memorial tokens issued before. */
  const isOpenTo = async (asker: Asker, memorial: MemorialFacts): Promise<boolean> => {
    if (isTakenDownOrOwnerless(memorial)) return asker.account?.isModerator ?? false
    return memorial.public_status || hasMemorialToken(asker, memorial)
  }

  const hasMemorialToken = async ({ bearerToken }: Asker, memorial: MemorialFacts): Promise<boolean> => {
    if (!bearerToken) return false
    const requestId = memorialTokens.requestOf(bearerToken, memorial.id)
    if (requestId !== undefined) return isLetIn(db, memorial.id, requestId)
    const sessionId = memorialTokens.sessionOf(bearerToken, memorial.id)
    const ownerSession =
      sessionId === undefined ? undefined : await findSigningSession(db, { id: memorial.user_id, sessionId })
    return memorialTokens.opens(bearerToken, memorial.id, await findPinHash(db, memorial.user_id), ownerSession)
  }

  return {
    /** 404 when there is none; 403 when it is closed to the asker. The response does not say whose it is. */
    async toRead(asker: Asker, id: number): Promise<Readable> {
      return readable(asker, await findMemorialFacts(db, id))
    },

    /** As `toRead`, for the memorial itself. */
    async toReadWhole(asker: Asker, id: number): Promise<ReadableWhole> {
      return readable(asker, await findMemorial(db, id))
    },

    /** 404 when there is none; 403 for all but its owner and its keepers. */
    async toEdit(account: Pick<Account, 'id'>, id: number): Promise<Editable> {
      const memorial = await existing(id)
      const role = await roleOf(account, memorial)
      if (!role) throw forbidden(NOT_A_KEEPER)
      return { ...memorial, role, editorId: account.id } as Editable
    },

    /** 404 when there is none; 403 for all but its owner. */
    async toOwn(account: Account, id: number): Promise<Owned> {
      const memorial = await existing(id)
      if (memorial.user_id !== account.id) throw forbidden(NOT_THE_OWNER)
      return { ...memorial, role: 'owner', editorId: account.id } as Owned
    },

    /**
     * 404 when there is none; 403 for all but its owner, its keepers and moderators. Where only keepers decide, moderators
     * are refused too until the page is reported or taken down.
     */
    async toModerate(account: Account, id: number): Promise<Moderated> {
      const memorial = await existing(id)
      const role = await roleOf(account, memorial)
      if (!role && !account.isModerator) throw refusedAsModerator(account, NOT_A_MODERATOR)
      const isForKeepers = memorial.keepers_decide && memorial.closed_at === null
      if (!role && isForKeepers && !(await isReported(db, id))) throw forbidden(KEEPERS_DECIDE)
      return { ...memorial, role } as Moderated
    },
  }
}

/** The row of a checked memorial as it is now, locked until the transaction ends; 404 when it has been deleted. */
export async function lockMemorial(tx: Db, { id }: Readable): Promise<MemorialRow> {
  const row = await lockMemorialRow(tx, id)
  if (!row) throw notFound()
  return row
}

/** The same for an editor: 403 when they are no longer a keeper. */
export async function lockEditable(tx: Db, memorial: Editable): Promise<MemorialRow> {
  const row = await lockMemorial(tx, memorial)
  const isStillKeeper = row.user_id === memorial.editorId || (await isKeeper(tx, row.id, memorial.editorId))
  if (!isStillKeeper) throw forbidden(NOT_A_KEEPER)
  return row
}

/** The same for the owner: 403 when the memorial has been handed over. */
export async function lockOwned(tx: Db, memorial: Owned): Promise<MemorialRow> {
  const row = await lockMemorial(tx, memorial)
  if (row.user_id !== memorial.editorId) throw forbidden(NOT_THE_OWNER)
  return row
}
