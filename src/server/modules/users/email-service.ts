import type { EmailChange } from '@contract/leaving'
import { type Account, isModeratorEmail } from '../../access/account'
import type { Db } from '../../db/schema'
import { invalidField, refused, unauthorized } from '../../lib/api-error'
import { type Count, countSuccesses, type LimitAttempts } from '../../lib/attempts'
import { logRefusals } from '../../lib/log-refusals'
import { emailKey, mailboxKey } from '../../lib/mailbox'
import { networkOf } from '../../lib/network'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { noteReached } from '../../mail/reached-repository'
import { enqueueLink } from '../accounts/email-links'
import { deleteTokensOf, findUnexpiredToken, redeemEmailToken } from '../accounts/email-token-repository'
import { createSecretChecks, WRONG_PASSWORD } from '../accounts/secret-checks'
import { holdSession } from '../accounts/session-repository'
import { findUser, findUserByEmail, lockActiveUser, replaceEmail, type UserRow } from '../accounts/user-repository'

const HOUR = 3600
const UNIQUE_VIOLATION = '23505'
const LETTERS = { seconds: HOUR, refusal: 'Слишком много запросов. Попробуйте позже.' }

const OWN_ADDRESS = 'Это и есть ваш нынешний адрес.'
const OUTDATED = 'Ссылка устарела или больше не действует. Запросите новое письмо в личном кабинете.'
const TAKEN = 'За это время с этим адресом появилась другая учётная запись. Выберите, пожалуйста, другой адрес.'

export type EmailService = ReturnType<typeof createEmailService>

/** Changes of an account's e-mail, confirmed by a letter to the new one; also for an account whose first e-mail was mistyped. */
export function createEmailService(parts: {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const { db, letters, postman, limitAttempts, securityLog, moderatorEmails } = parts
  const { confirmSession } = createSecretChecks(parts)
  const byAccount = limitAttempts({ ...LETTERS, name: 'email-change-account', max: 5 })
  const byMailbox = limitAttempts({ ...LETTERS, name: 'email-change-mailbox', max: 3 })
  const byNetwork = limitAttempts({ ...LETTERS, name: 'email-change-network', max: 20 })

  return {
    /** Does not reveal whether the e-mail is taken: then its holder gets a letter instead. Only the latest link is valid. */
    async ask(account: Account, { email, current_password }: EmailChange, address: string): Promise<void> {
      const user = await findUser(db, account.id)
      if (!user) throw unauthorized()
      if (emailKey(email) === user.email_key) throw invalidField('email', OWN_ADDRESS)
      await confirmSession(account, user, current_password)
      const counts: Count[] = [
        [byAccount, String(user.id)],
        [byNetwork, networkOf(address)],
        [byMailbox, mailboxKey(email)],
      ]
      await logRefusals(securityLog, { lockedOut: 'letters_locked_out' }, { account: user.id, email }, () =>
        countSuccesses(counts, () => write(account, user, email)),
      )
      postman.wake()
      securityLog.record('email_change_asked', { account: user.id, email })
    },

    /** 400 for an invalid link, or when the e-mail has been taken since. Repeated use changes nothing. */
    async confirm(token: string): Promise<void> {
      const changed = await db
        .transaction()
        .execute((tx) => confirmIn(tx, token))
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? refused(TAKEN) : error
        })
      if (!changed) return
      postman.wake()
      securityLog.record('email_changed', changed)
    },
  }

  async function write(account: Account, user: UserRow, email: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const now = await lockActiveUser(tx, user.id)
      if (!now || !(await holdSession(tx, account))) throw unauthorized()
      if (now.password_hash !== user.password_hash) throw refused(WRONG_PASSWORD)
      await deleteTokensOf(tx, user.id, ['change'])
      const holder = await findUserByEmail(tx, email)
      if (!holder) await enqueueLink(tx, { ...account, email }, 'change', (token) => letters.newEmail(token))
      else if (holder.is_active) await enqueueLetter(tx, holder.email, letters.emailIsYours())
      if (now.is_verified) await enqueueLink(tx, now, 'not_me', (notMe) => letters.emailChangeAsked({ notMe }))
      else await enqueueLetter(tx, now.email, letters.emailChangeAsked())
    })
  }

  /** Locks the account before the link, as everywhere. Undefined when the e-mail was already confirmed. */
  async function confirmIn(tx: Db, token: string): Promise<{ account: number; email: string } | undefined> {
    const link = await findUnexpiredToken(tx, 'change', token)
    const user = link && (await lockActiveUser(tx, link.user_id))
    if (!link?.email || !user) throw refused(OUTDATED)
    const { email } = link
    if (user.email_key === emailKey(email)) return undefined
    if ((await redeemEmailToken(tx, 'change', token)) === undefined) throw refused(OUTDATED)
    if (await findUserByEmail(tx, email)) throw refused(TAKEN)
    await replaceEmail(tx, user, email)
    await noteReached(tx, email)
    await deleteTokensOf(tx, user.id, ['verify', 'reset'])
    if (user.is_verified) await enqueueLink(tx, user, 'not_me', (notMe) => letters.emailChanged(notMe))
    const now = { id: user.id, email }
    if (isModeratorEmail(email, moderatorEmails)) {
      await enqueueLink(tx, now, 'reset', (reset) => letters.moderatorPassword(reset))
    }
    return { account: user.id, email }
  }
}

function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION
}
