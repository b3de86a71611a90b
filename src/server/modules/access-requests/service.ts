import type { AccessDecided, AccessRequestDraft, AccessRequests, PendingAccessRequests } from '@contract/access'
import type { AccessToken } from '@contract/auth'
import { WAITING_REQUESTS_MAX } from '@contract/limits'
import type { Decision } from '@contract/memory'
import { fullName } from '@contract/names'
import type { Account } from '../../access/account'
import { type Editable, lockEditable } from '../../access/memorial'
import { findMemorialFacts, isClosedByModerators } from '../../access/memorial-repository'
import type { PinTokens } from '../../access/pin-token'
import type { Db } from '../../db/schema'
import { conflict, forbidden, notFound, refused } from '../../lib/api-error'
import { countAnswers, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import type { SecurityLog } from '../../lib/security-log'
import { randomToken } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { noteReached } from '../../mail/reached-repository'
import {
  deleteAccessRequest,
  findByKey,
  insertAccessRequest,
  letInWithKey,
  listAccessRequests,
  listPendingAccessRequests,
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

/** Lets people in to a closed page one by one: they ask, a keeper decides, and a personal link opens the page. */
export function createAccessRequestService(parts: {
  db: Db
  pinTokens: PinTokens
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, pinTokens, letters, postman, limitAttempts, securityLog } = parts
  const byNetwork = limitAttempts({
    name: 'access-requests',
    max: MAX_PER_HOUR,
    seconds: HOUR_SECONDS,
    refusal: TOO_MANY,
  })

  return {
    /** Does the same for every id, and tells nothing of the page. `address` is the IP address of who asks. */
    async ask(memorialId: number, draft: AccessRequestDraft, address: string): Promise<void> {
      await countAnswers([[byNetwork, networkOf(address)]], () => insertAccessRequest(db, memorialId, draft))
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

    /** The id of the page that a request is about; 404 when there is no such request. */
    async pageOf(id: number): Promise<number> {
      const memorialId = await pageOfAccessRequest(db, id)
      if (memorialId === undefined) throw notFound()
      return memorialId
    },

    /**
     * The letter with the link is queued in the same transaction, so who is let in gets it exactly once. Nobody is let in
     * while the page is taken down: the letter would lead to a closed door.
     */
    async decide(memorial: Editable, id: number, decision: Decision): Promise<AccessDecided> {
      const decided = await db.transaction().execute(async (tx) => {
        const page = await lockEditable(tx, memorial)
        if (decision === 'approved' && isClosedByModerators(page)) throw conflict(NOT_WHILE_TAKEN_DOWN)
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

    /** Its link, and the tokens that were given for it, open nothing from now on. */
    async end(memorial: Editable, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, memorial)
        if (!(await deleteAccessRequest(tx, id))) throw notFound()
      })
      securityLog.record('visitor_access_ended', { account: memorial.editorId, memorial: memorial.id })
    },

    /** A token for the key of a letter. It may be asked for again, on another device too, until the link ends. */
    async open(memorialId: number, key: string): Promise<AccessToken> {
      const memorial = await findMemorialFacts(db, memorialId)
      if (!memorial) throw notFound()
      if (memorial.public_status) throw refused(PAGE_IS_OPEN)
      const request = await findByKey(db, memorialId, key)
      if (!request) throw forbidden(LINK_ENDED)
      if (isClosedByModerators(memorial)) throw forbidden(TAKEN_DOWN)
      await noteReached(db, request.email)
      securityLog.record('personal_link_used', { memorial: memorialId, owner: memorial.user_id })
      return { access_token: pinTokens.issueTo(memorialId, request.id), token_type: 'bearer' }
    },
  }
}
