import type { HandOver, Heir, Invitation, Keepers } from '@contract/keepers'
import type { KeeperRole } from '@contract/memorial-terms'
import type { Account } from '../../access/account'
import { type Editable, lockEditable, lockOwned, type Owned } from '../../access/memorial'
import { listKeeperEmails, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, forbidden, invalidField, notFound, refused, unauthorized } from '../../lib/api-error'
import { countSuccesses, type LimitAttempts } from '../../lib/attempts'
import { emailKey, mailboxKey } from '../../lib/mailbox'
import type { SecurityLog } from '../../lib/security-log'
import { randomToken, type SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { enqueueLink } from '../accounts/email-links'
import { findFormerHolder, findUser } from '../accounts/user-repository'
import { createSecretChecks } from '../accounts/secret-checks'
import { holdSession } from '../accounts/session-repository'
import { createInvitationReplies } from './invitation-replies'
import {
  deleteInvitation,
  deleteKeeper,
  findHeir,
  insertInvitation,
  listInvitations,
  listKeepers,
  setHeir,
} from './repository'

/** Per page, including invitations. */
const KEEPERS_MAX = 50
const DAY_SECONDS = 24 * 3600
const INVITATIONS = {
  seconds: DAY_SECONDS,
  refusal: 'Сегодня отправлено уже много приглашений. Попробуйте, пожалуйста, завтра.',
}

/** Every change sends letters. */
const HEIRS = {
  name: 'heirs',
  max: 10,
  seconds: 3600,
  refusal: 'Наследника меняли слишком часто. Попробуйте, пожалуйста, позже.',
}

const OWN_ADDRESS = 'Это ваш собственный адрес.'
const ALREADY_KEEPER = 'Этот человек уже хранит страницу вместе с вами.'
const TOO_MANY_KEEPERS = `У страницы может быть не больше ${KEEPERS_MAX} хранителей вместе с приглашёнными.`
const OWNER_STAYS = 'Владелец не может перестать хранить страницу. Её можно передать другому человеку.'
const ONLY_ONESELF = 'Убрать другого хранителя может только владелец страницы.'

export type KeeperService = ReturnType<typeof createKeeperService>

/** The keepers of a page, invited by its owner, who can also hand the page over and name an heir. */
export function createKeeperService(parts: {
  db: Db
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, letters, postman, limitAttempts, securityLog } = parts
  const { confirmPassword } = createSecretChecks(parts)
  const byAccount = limitAttempts({ ...INVITATIONS, name: 'invitations-account', max: 20 })
  const heirsByAccount = limitAttempts(HEIRS)
  const byMailbox = limitAttempts({ ...INVITATIONS, name: 'invitations-mailbox', max: 10 })

  /** Sends a letter with a link. The response does not reveal whether the e-mail has an account. */
  async function invite(memorial: Owned, account: Account, email: string, role: KeeperRole): Promise<Invitation> {
    if (emailKey(email) === emailKey(account.email)) throw invalidField('email', OWN_ADDRESS)
    const invited = await countSuccesses(
      [
        [byAccount, String(account.id)],
        [byMailbox, mailboxKey(email)],
      ],
      () =>
        db.transaction().execute(async (tx) => {
          const row = await lockOwned(tx, memorial)
          if (!(await holdSession(tx, account))) throw unauthorized()
          if (role === 'keeper') await refuseMore(tx, row.id, email)
          const token = randomToken()
          const moved = await findFormerHolder(tx, emailKey(email))
          const by = { invited_by: account.id, session_id: account.sessionId }
          const to = { memorial_id: row.id, role, email, invited_id: moved?.id ?? null }
          const invitation = await insertInvitation(tx, { ...to, ...by }, token)
          const sent = { id: invitation.id, token }
          const letter = role === 'owner' ? letters.pageOffered(row, sent) : letters.keeperInvited(row, sent)
          await enqueueLetter(tx, email, letter, { memorialId: row.id, accountId: account.id })
          await writeToOwner(tx, row, account, { email, role })
          return invitation
        }),
    )
    postman.wake()
    securityLog.record('keeper_invited', { account: account.id, memorial: memorial.id, email, kind: role })
    return asInvitation(invited)
  }

  /** Notifies the owner of an invitation in their name, and of a handover also the other keepers. */
  async function writeToOwner(
    tx: Db,
    row: MemorialRow,
    account: Account,
    { email: invited, role }: { email: string; role: KeeperRole },
  ): Promise<void> {
    const letter = role === 'owner' ? letters.handOverAsked : letters.keeperAsked
    await enqueueLink(tx, account, 'not_me', (token) => letter(row, token))
    if (role !== 'owner') return
    const known = [account.email, invited].map(emailKey)
    const others = (await listKeeperEmails(tx, row.id)).filter((email) => !known.includes(emailKey(email)))
    for (const email of others) await enqueueLetter(tx, email, letters.keeperPageOffered(row))
  }

  return {
    ...createInvitationReplies(parts),

    /** Only the owner sees e-mails and invitations. */
    async list(memorial: Editable): Promise<Keepers> {
      const isOwner = memorial.role === 'owner'
      const [keepers, invitations] = await Promise.all([
        listKeepers(db, memorial.id),
        isOwner ? listInvitations(db, memorial.id) : [],
      ])
      return {
        result: keepers.map(({ user_id, email, display_name, role }) => ({
          ...{ user_id, display_name, role },
          email: isOwner ? email : null,
        })),
        ...(isOwner && { invitations: invitations.map(asInvitation) }),
      }
    },

    invite: (memorial: Owned, account: Account, email: string) => invite(memorial, account, email, 'keeper'),

    /** The page changes owners once the invited person accepts. 400 when the password is wrong. */
    async handOver(memorial: Owned, account: Account, { email, current_password }: HandOver): Promise<void> {
      const user = await findUser(db, account.id)
      if (!user) throw unauthorized()
      await confirmPassword(user, current_password)
      await invite(memorial, account, email, 'owner')
    },

    async withdraw(memorial: Owned, invitationId: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockOwned(tx, memorial)
        if (!(await deleteInvitation(tx, memorial.id, invitationId))) throw notFound()
      })
    },

    /** An owner can remove any keeper, a keeper only themselves. */
    async remove(memorial: Editable, userId: number): Promise<void> {
      if (memorial.role !== 'owner' && userId !== memorial.editorId) throw forbidden(ONLY_ONESELF)
      await db.transaction().execute(async (tx) => {
        const row = await lockEditable(tx, memorial)
        if (userId === row.user_id) throw refused(OWNER_STAYS)
        if (!(await deleteKeeper(tx, row.id, userId))) throw notFound()
      })
      securityLog.record('keeper_left', { account: memorial.editorId, owner: userId, memorial: memorial.id })
    },

    async showHeir(account: Account): Promise<Heir> {
      const { email, effectiveAt } = await findHeir(db, account.id)
      return { email, effective_at: effectiveAt?.toISOString() ?? null }
    },

    async nameHeir(account: Account, email: string | null): Promise<void> {
      if (email !== null && emailKey(email) === emailKey(account.email)) throw invalidField('email', OWN_ADDRESS)
      await countSuccesses([[heirsByAccount, String(account.id)]], () =>
        db.transaction().execute(async (tx) => {
          await setHeir(tx, account.id, email)
          await enqueueLink(tx, account, 'not_me', (token) => letters.heirNamed(token, { isNone: email === null }))
        }),
      )
      postman.wake()
      securityLog.record('heir_named', { account: account.id })
    },
  }
}

/** 409 for an existing keeper, 403 when there are too many. The caller must have locked the page. */
async function refuseMore(tx: Db, memorialId: number, email: string): Promise<void> {
  const keepers = await listKeepers(tx, memorialId)
  if (keepers.some((keeper) => emailKey(keeper.email) === emailKey(email))) throw conflict(ALREADY_KEEPER)
  const invited = await listInvitations(tx, memorialId)
  const others = invited.filter((invitation) => emailKey(invitation.email) !== emailKey(email))
  if (keepers.length - 1 + others.length >= KEEPERS_MAX) throw forbidden(TOO_MANY_KEEPERS)
}

function asInvitation({
  id,
  email,
  role,
  expires_at,
}: Omit<Invitation, 'expires_at'> & { expires_at: Date }): Invitation {
  return { id, email, role, expires_at: expires_at.toISOString() }
}
