import type { AccessDecided, AccessRequestDraft, AccessRequests, PendingAccessRequests } from '@contract/access'
import type { AccessToken } from '@contract/auth'
import { WAITING_REQUESTS_MAX } from '@contract/limits'
import type { Decision } from '@contract/memory'
import { fullName } from '@contract/names'
import type { Account } from '../../access/account'
import { type Editable, lockEditable } from '../../access/memorial'
import { findMemorialFacts, isTakenDownOrOwnerless } from '../../access/repository'
import type { MemorialTokens } from '../../access/memorial-token'
import type { Db } from '../../db/schema'
import { conflict, forbidden, notFound, refused } from '../../lib/api-error'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import type { SecurityLog } from '../../lib/security-log'
import { randomToken, type SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import { createPageNotices, type Postman, type RequestsToNotifyOf } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { recordReached } from '../../mail/repository'
import {
  deleteAccessRequest,
  deleteRequestsForNothing,
  findByKey,
  insertAccessRequest,
  letInWithKey,
  listAccessRequests,
  listPagesToNotifyOf,
  listPendingAccessRequests,
  markNotified,
  pageOfAccessRequest,
  refuseAccess,
} from './repository'

const HOUR_SECONDS = 3600
const MAX_PER_HOUR = 3
const TOO_MANY = 'Вы уже отправили несколько просьб. Попробуйте, пожалуйста, через час.'

const ALREADY_DECIDED = 'По этой просьбе решение уже принято.'
const LINK_ENDED = 'Эта ссылка больше не открывает страницу. Чтобы попасть на неё, можно отправить новую просьбу.'
const PAGE_IS_OPEN = 'Страница открыта для всех, ссылка из письма не нужна.'
const NOT_WHILE_TAKEN_DOWN =
  'Страница сейчас закрыта для всех, кроме тех, кто её хранит, и ссылка её не откроет. Впустить можно будет, когда страницу откроют снова.'
const TAKEN_DOWN = 'Страница сейчас закрыта, и ссылка из письма её не открывает.'

export type AccessRequestService = ReturnType<typeof createAccessRequestService>

/** Access to a closed page, one person at a time: a visitor asks, a keeper decides, a personal link opens the page. */
export function createAccessRequestService(parts: {
  db: Db
  memorialTokens: MemorialTokens
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, memorialTokens, letters, secretKey, postman, limitAttempts, securityLog } = parts
  const byNetwork = limitAttempts({
    name: 'access-requests',
    max: MAX_PER_HOUR,
    seconds: HOUR_SECONDS,
    refusal: TOO_MANY,
  })

  return {
    /** Behaves the same for every id, so that it reveals nothing about the page. `address` is the visitor's IP address. */
    async ask(memorialId: number, draft: AccessRequestDraft, address: string): Promise<void> {
      await countResponses([[byNetwork, networkOf(address)]], () => insertAccessRequest(db, memorialId, draft))
    },

    async list(memorial: Editable): Promise<AccessRequests> {
      const rows = await listAccessRequests(db, memorial.id)
      const waiting = rows.filter(({ status }) => status === 'pending')
      const listed = [...waiting.slice(0, WAITING_REQUESTS_MAX), ...rows.slice(waiting.length)]
      return {
        result: listed.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
        more_waiting: waiting.length > WAITING_REQUESTS_MAX,
      }
    },

    async listPending(account: Account): Promise<PendingAccessRequests> {
      const rows = account.isVerified ? await listPendingAccessRequests(db, account.id) : []
      const result = rows.map(({ lastname, first_name: name, surname, created_at, ...request }) => ({
        ...request,
        created_at: created_at.toISOString(),
        memorial_name: fullName({ lastname, name, surname }),
      }))
      return { result }
    },

    /** The memorial's id; 404 when there is no such request. */
    async pageOf(id: number): Promise<number> {
      const memorialId = await pageOfAccessRequest(db, id)
      if (memorialId === undefined) throw notFound()
      return memorialId
    },

    /**
     * Queues the letter with the link in the same transaction, so that it is sent exactly once. No request is approved while
     * moderators have the page closed: the link would not open it.
     */
    async decide(memorial: Editable, id: number, decision: Decision): Promise<AccessDecided> {
      const decided = await db.transaction().execute(async (tx) => {
        const page = await lockEditable(tx, memorial)
        if (decision === 'approved' && isTakenDownOrOwnerless(page)) throw conflict(NOT_WHILE_TAKEN_DOWN)
        const key = randomToken()
        const row = decision === 'approved' ? await letInWithKey(tx, id, key) : await refuseAccess(tx, id)
        if (!row) throw (await pageOfAccessRequest(tx, id)) === undefined ? notFound() : conflict(ALREADY_DECIDED)
        if (decision === 'approved') {
          await enqueueLetter(tx, row.email, letters.letIn(page, key), {
            memorialId: page.id,
            accountId: memorial.editorId,
          })
        }
        return row
      })
      postman.wake()
      const event = decision === 'approved' ? 'visitor_let_in' : 'visitor_refused'
      securityLog.record(event, { account: memorial.editorId, memorial: memorial.id, email: decided.email })
      return { id: decided.id, status: decided.status }
    },

    /** Revokes the personal link and every token issued for it. */
    async end(memorial: Editable, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, memorial)
        if (!(await deleteAccessRequest(tx, id))) throw notFound()
      })
      securityLog.record('visitor_access_ended', { account: memorial.editorId, memorial: memorial.id })
    },

    /** Exchanges the key of a letter for a token. Works repeatedly and on several devices, until the link expires. */
    async open(memorialId: number, key: string): Promise<AccessToken> {
      const memorial = await findMemorialFacts(db, memorialId)
      if (!memorial) throw notFound()
      if (memorial.public_status) throw refused(PAGE_IS_OPEN)
      const request = await findByKey(db, memorialId, key)
      if (!request) throw forbidden(LINK_ENDED)
      if (isTakenDownOrOwnerless(memorial)) throw forbidden(TAKEN_DOWN)
      await recordReached(db, secretKey, request.email)
      securityLog.record('personal_link_used', { memorial: memorialId, owner: memorial.user_id })
      return { access_token: memorialTokens.issueTo(memorialId, request.id), token_type: 'bearer' }
    },
  }
}

/**
 * Notifies keepers of access requests. A job sends the letters: the duration of the request itself would reveal whether the
 * page exists.
 */
export function createAccessNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const requests: RequestsToNotifyOf = {
    listPages: listPagesToNotifyOf,
    markNotified,
    letterOf: (page) => parts.letters.accessAsked(page),
  }
  const notices = createPageNotices({ ...parts, requests })
  return {
    /** Sends every letter that is due. */
    async sendAllDue(): Promise<void> {
      await deleteRequestsForNothing(parts.db)
      await notices.sendAllDue()
    },
  }
}
