import type { Accepted, WaitingInvitations } from '@contract/keepers'
import { fullName } from '@contract/names'
import type { Account } from '../../access/account'
import { lockMemorialRow, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { forbidden, notFound, refused } from '../../lib/api-error'
import { emailKey } from '../../lib/mailbox'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { recordReached } from '../../mail/repository'
import { recordMemoriesOfOwner } from '../accounts/authorship'
import { enqueueLink } from '../accounts/email-links'
import { findUser } from '../accounts/user-repository'
import { recordAudit } from '../audit/repository'
import { openWithOwner } from '../memorials/change-service'
import { lockPlaces } from '../memorials/repository'
import {
  deleteInvitation,
  deleteKeeper,
  deleteOpenInvitations,
  findInvitation,
  giveMemorial,
  insertKeeper,
  listWaitingInvitations,
  lockInvitation,
  recordAcceptance,
  recordHandOver,
} from './repository'

const NO_INVITATION = 'Приглашение отозвано или устарело. Попросите прислать новое.'
const ANOTHERS_INVITATION =
  'Это приглашение отправлено на другой адрес. Войдите с тем адресом, на который пришло письмо.'
const NO_PLACE = 'Чтобы принять страницу, нужно свободное место для мемориала, а сейчас его нет.'

type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** Answers to invitations to keep or to own a page. */
export function createInvitationReplies(parts: {
  db: Db
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, letters, secretKey, postman, securityLog } = parts

  /** Idempotent. */
  async function acceptAs(account: Account, { id, memorial_id: memorialId, role }: InvitationRow): Promise<Accepted> {
    const happened = await db.transaction().execute(async (tx) => {
      // Lock the page first, as everywhere, to avoid deadlocks.
      const row = await lockMemorialRow(tx, memorialId)
      const invitation = await lockInvitation(tx, id)
      if (!row || !invitation) throw refused(NO_INVITATION)
      if (invitation.accepted_by !== null) return false
      await takeOn(tx, row, invitation, account)
      await recordAcceptance(tx, id, account.id)
      // Only one account can become the owner, and the new owner decides on the former owner's invitations.
      if (role === 'owner') await deleteOpenInvitations(tx, row.id)
      await notifyInviter(tx, row, invitation, account)
      return true
    })
    if (happened) {
      postman.wake()
      const event = role === 'owner' ? 'memorial_handed_over' : 'keeper_joined'
      securityLog.record(event, { account: account.id, memorial: memorialId })
    }
    return { memorial_id: memorialId }
  }

  /** Applies an acceptance. Changes nothing for an account that already owns the page. */
  async function takeOn(
    tx: Db,
    row: MemorialRow,
    { role, invited_by }: InvitationRow,
    account: Account,
  ): Promise<void> {
    if (row.user_id === account.id) return
    if (role === 'keeper') {
      await insertKeeper(tx, row.id, account.id)
      return
    }
    if (row.user_id !== invited_by) throw refused(NO_INVITATION)
    if ((await lockPlaces(tx, account.id)) < 1) throw forbidden(NO_PLACE)
    await recordMemoriesOfOwner(tx, row.id, row.user_id)
    await giveMemorial(tx, row.id, account.id)
    await openWithOwner(tx, row)
    const wasKeeper = await deleteKeeper(tx, row.id, account.id)
    await recordHandOver(tx, { memorial_id: row.id, from_id: row.user_id, to_id: account.id, was_keeper: wasKeeper })
    await insertKeeper(tx, row.id, row.user_id)
    const actor = { actor_id: account.id, actor_role: 'owner' as const }
    await recordAudit(tx, { event: 'memorial_handed_over', ...actor, memorial_id: row.id })
  }

  async function notifyInviter(tx: Db, row: MemorialRow, { role, invited_by }: InvitationRow, account: Account) {
    const inviter = invited_by === null ? undefined : await findUser(tx, invited_by)
    if (!inviter?.is_active || inviter.id === account.id) return
    if (role === 'owner' && row.user_id === inviter.id) {
      await enqueueLink(tx, inviter, 'not_me', (token) => letters.pageHandedOver(row, account.email, token))
    } else {
      await enqueueLetter(tx, inviter.email, letters.invitationAccepted(row, role, account.email), {
        memorialId: row.id,
        accountId: account.id,
      })
    }
  }

  /** 404 for invitations of others too: ids can be guessed. */
  async function ownInvitation(account: Account, id: number): Promise<InvitationRow> {
    const found = await findInvitation(db, { id })
    if (!found || !isFor(account, found)) throw notFound()
    return found
  }

  return {
    /** None for an account with an unconfirmed e-mail: it may be someone else's. */
    async listWaiting(account: Account): Promise<WaitingInvitations> {
      const rows = account.isVerified ? await listWaitingInvitations(db, account) : []
      const result = rows.map(({ id, role, expires_at, on_leaving, inviter_email, ...person }) => ({
        ...{ id, role, expires_at: expires_at.toISOString() },
        memorial_name: fullName(person),
        invited_by: on_leaving ? null : inviter_email,
      }))
      return { result }
    },

    /** 400 for an invalid link, 403 for an account that was not invited. */
    async accept(account: Account, token: string): Promise<Accepted> {
      const found = await findInvitation(db, { token })
      if (!found) throw refused(NO_INVITATION)
      if (!isFor(account, found)) throw forbidden(ANOTHERS_INVITATION)
      await recordReached(db, secretKey, found.email)
      return acceptAs(account, found)
    },

    /** As `accept`, without the link. */
    async acceptWaiting(account: Account, id: number): Promise<Accepted> {
      return acceptAs(account, await ownInvitation(account, id))
    },

    /** Sends no letter. 404 for an accepted invitation. */
    async decline(account: Account, id: number): Promise<void> {
      const { memorial_id: memorialId } = await ownInvitation(account, id)
      if (!(await deleteInvitation(db, memorialId, id))) throw notFound()
      securityLog.record('invitation_declined', { account: account.id, memorial: memorialId })
    },
  }
}

/** Whether the account has the invited e-mail, or had it when the invitation was sent. */
function isFor(account: Account, { email, invited_id }: InvitationRow): boolean {
  return emailKey(email) === emailKey(account.email) || invited_id === account.id
}
