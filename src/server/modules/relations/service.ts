import type { Decision } from '@contract/memory'
import { fullName } from '@contract/names'
import {
  type PendingRelations,
  type Relation,
  RELATION_KINDS,
  type RelationDecided,
  type RelationDraft,
  type RelationKind,
  type Relations,
} from '@contract/relations'
import type { Account } from '../../access/account'
import {
  findMemorial,
  findMemorialFacts,
  isKeeperOf,
  isOpenToAll,
  lockMemorialRow,
  type MemorialFacts,
} from '../../access/repository'
import { type Editable, lockEditable, type Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { conflict, invalidField, notFound } from '../../lib/api-error'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import type { Letters } from '../../mail/letters'
import { createPageNotices, type Postman, type RequestsToNotifyOf } from '../../mail/postman'
import type { MemorialPresentation } from '../memorials/presentation'
import {
  decideRelation,
  deleteRelation,
  endRelation,
  findRelation,
  findRelationBetween,
  insertRelation,
  listPagesToNotifyOf,
  listPendingRelations,
  listRelatives,
  markNotified,
  type RelationRow,
} from './repository'

const REQUESTS = {
  name: 'relation-requests',
  max: 20,
  seconds: 3600,
  refusal: 'Вы уже отправили много просьб. Попробуйте, пожалуйста, через час.',
}
const TO_ITSELF = 'Страница не может быть родственной самой себе'
const ALREADY_RELATED = 'Эти страницы уже связаны.'
const ALREADY_ASKED = 'Вы уже просили об этом. Близкие с той страницы ещё не ответили.'
const ASKED_BY_OTHER = 'Близкие с той страницы уже просят вас об этом. Ответить им можно в личном кабинете.'
const REFUSED_LATELY = 'Близкие с той страницы недавно отказались. Попросить снова можно через месяц.'
const ALREADY_DECIDED = 'По этой просьбе решение уже принято.'

export type RelationService = ReturnType<typeof createRelationService>

/** Relations between people. Pages of one keeper are related at once, others when a keeper of the other page agrees. */
export function createRelationService(parts: {
  db: Db
  presentation: MemorialPresentation
  limitAttempts: LimitAttempts
}) {
  const { db, presentation, limitAttempts } = parts
  const requests = limitAttempts(REQUESTS)

  /** The id of the relation if it is approved at once, else undefined. */
  const insert = (memorial: Editable, draft: RelationDraft): Promise<number | undefined> =>
    db.transaction().execute(async (tx) => {
      const otherId = draft.memorial_id
      // Lock both in a fixed order, to avoid a deadlock when two keepers ask each other.
      for (const id of [memorial.id, otherId].sort((one, other) => one - other)) await lockMemorialRow(tx, id)
      await lockEditable(tx, memorial)
      const other = await findMemorialFacts(tx, otherId)
      if (!other) return undefined
      const isOwn = await isKeeperOf(tx, otherId, memorial.editorId)
      const standing = await findRelationBetween(tx, memorial.id, otherId)
      if (standing && !mayReplace(standing, memorial.id, isOwn)) {
        refuse(standing, memorial.id, isOwn, other)
        return undefined
      }
      if (standing) await deleteRelation(tx, standing.id)
      const id = await insertRelation(tx, memorial.id, draft, isOwn)
      return isOwn ? id : undefined
    })

  return {
    async list(memorial: Readable, reader: Account | undefined): Promise<Relations> {
      const rows = await listRelatives(db, memorial.id, reader?.id)
      const result = rows.map(({ relation_id: id, kind, public_status, ...card }): Relation => ({
        ...{ id, kind },
        memorial: presentation.asCard(card, public_status),
      }))
      return { result: result.sort((one, other) => orderOf(one) - orderOf(other)) }
    },

    /**
     * The relation if the account keeps both pages; else undefined, and the other page's keepers are asked. The response is the
     * same whether that page is closed or does not exist.
     */
    async add(memorial: Editable, draft: RelationDraft): Promise<Relation | undefined> {
      if (draft.memorial_id === memorial.id) throw invalidField('memorial_id', TO_ITSELF)
      const isOwn = await isKeeperOf(db, draft.memorial_id, memorial.editorId)
      const limits = isOwn ? [] : [[requests, String(memorial.editorId)] as const]
      const id = await countResponses(limits, () => insert(memorial, draft))
      const other = id === undefined ? undefined : await findMemorial(db, draft.memorial_id)
      if (id === undefined || !other) return undefined
      return { id, kind: draft.kind, memorial: presentation.asCard(other, other.public_status) }
    },

    async listPending(account: Account): Promise<PendingRelations> {
      const rows = account.isVerified ? await listPendingRelations(db, account.id) : []
      const result = rows.map((row) => {
        const { relation_id: id, kind, created_at, page_id, page_lastname, page_first, page_surname, ...shown } = row
        const { public_status, ...card } = shown
        const portrait = public_status ? {} : { photo_id: null, photo_preview: null, photo_tone: null }
        return {
          ...{ id, kind, page_id, created_at: created_at.toISOString() },
          page_name: fullName({ lastname: page_lastname, name: page_first, surname: page_surname }),
          memorial: presentation.asCard({ ...card, ...portrait }),
        }
      })
      return { result }
    },

    isKeeperOf: (account: Account, memorialId: number): Promise<boolean> => isKeeperOf(db, memorialId, account.id),

    /** The two pages of a relation; 404 when there is none. */
    async pagesOf(id: number): Promise<Pick<RelationRow, 'memorial_id' | 'other_id'>> {
      const relation = await findRelation(db, id)
      if (!relation) throw notFound()
      return relation
    },

    /** For a keeper of the requested page. */
    async decide(page: Editable, id: number, decision: Decision): Promise<RelationDecided> {
      return db.transaction().execute(async (tx) => {
        await lockEditable(tx, page)
        const decided = await decideRelation(tx, id, decision)
        if (!decided) throw (await findRelation(tx, id)) ? conflict(ALREADY_DECIDED) : notFound()
        return { id: decided.id, status: decided.status }
      })
    },

    /** For a keeper of either page. Only the refusing side can delete a refusal; it is 404 for the requesting side. */
    async end(page: Editable, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, page)
        if (!(await endRelation(tx, id, page.id))) throw notFound()
      })
    },
  }
}

/** A keeper of both pages can replace anything but an approved relation; the side that refused can make a request itself. */
function mayReplace({ status, memorial_id: asker }: RelationRow, memorialId: number, isOwn: boolean): boolean {
  if (status === 'approved') return false
  return isOwn || (status === 'rejected' && asker !== memorialId)
}

/** Explains the refusal only for a page that the account knows: it must not reveal that a closed page exists. */
function refuse(standing: RelationRow, memorialId: number, isOwn: boolean, other: MemorialFacts): void {
  if (standing.status === 'pending' && standing.memorial_id !== memorialId) throw conflict(ASKED_BY_OTHER)
  if (!isOwn && !isOpenToAll(other)) return
  if (standing.status === 'approved') throw conflict(ALREADY_RELATED)
  throw conflict(standing.status === 'pending' ? ALREADY_ASKED : REFUSED_LATELY)
}

function orderOf({ kind }: { kind: RelationKind }): number {
  return RELATION_KINDS.indexOf(kind)
}

/** Notifies keepers of requests to name a relative. */
export function createRelationNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const requests: RequestsToNotifyOf = {
    listPages: listPagesToNotifyOf,
    markNotified,
    letterOf: (page) => parts.letters.relationAsked(page),
  }
  return createPageNotices({ ...parts, requests })
}
