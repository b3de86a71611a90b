import type { EmailChange } from '@contract/leaving'
import type { AccountSession } from '@contract/session'
import type { PasswordChange, PinChange, PinReset, User } from '@contract/user'
import { type Account, isModeratorEmail } from '../../access/account'
import type { Db } from '../../db/schema'
import { ApiError, invalidField, notFound, refused, unauthorized } from '../../lib/api-error'
import { type Count, countSuccesses, type LimitAttempts, logRefusals } from '../../lib/attempts'
import { hashPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { isGuessable, isWellKnown } from '../../lib/guessable-secrets'
import { emailKey, mailboxKey } from '../../lib/mailbox'
import { networkOf } from '../../lib/visitor-network'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { recordReached } from '../../mail/repository'
import {
  deleteCalendar,
  findUser,
  findUserByEmail,
  lockActiveUser,
  replaceEmail,
  replacePassword,
  replacePin,
  setDisplayName,
  setFirstPin,
  type UserRow,
} from '../accounts/user-repository'
import { enqueueLink } from '../accounts/email-links'
import {
  deleteResetTokens,
  deleteTokensOf,
  findUnexpiredToken,
  redeemEmailToken,
} from '../accounts/email-token-repository'
import {
  createSecretChecks,
  isLikeEmail,
  PASSWORD_LIKE_EMAIL,
  PASSWORD_WELL_KNOWN,
  WRONG_PASSWORD,
  WRONG_PIN,
} from '../accounts/secret-checks'
import { endSession, endSessions, holdSession, listSessions } from '../accounts/session-repository'
import { asUser } from '../accounts/user'
import { listFactorKinds } from '../factors/repository'

const GUESSABLE_PIN = 'Такой PIN-код легко угадать.'
const PIN_EXISTS = 'PIN-код уже установлен'
/** Limited, since each change sends a letter, possibly to an unconfirmed e-mail. */
const PASSWORD_CHANGES = {
  name: 'password-changes',
  max: 10,
  seconds: 3600,
  refusal: 'Пароль меняли слишком часто. Попробуйте, пожалуйста, позже.',
}

export type UserService = ReturnType<typeof createUserService>

/** Password and PIN of the own account. */
export function createUserService(parts: {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const { db, letters, postman, securityLog, moderatorEmails } = parts
  const { confirmPassword, confirmSession, confirmPin } = createSecretChecks(parts)
  const passwordChanges = parts.limitAttempts(PASSWORD_CHANGES)

  async function show(account: Account): Promise<User> {
    const kinds = await listFactorKinds(db, account.id)
    return asUser(await existing(account), moderatorEmails, kinds.length > 0)
  }

  return {
    show,

    /** Null and an empty name remove it. */
    async rename(account: Account, name: string | null): Promise<User> {
      await setDisplayName(db, account.id, name || null)
      return show(account)
    },

    /** Ends the other sessions, what any session made, and the secret URL of the calendar. The current session continues. */
    async changePassword(account: Account, change: PasswordChange): Promise<void> {
      if (isWellKnown(change.new_password)) throw invalidField('new_password', PASSWORD_WELL_KNOWN)
      const user = await existing(account)
      if (isLikeEmail(change.new_password, user.email)) throw invalidField('new_password', PASSWORD_LIKE_EMAIL)
      // Wrong passwords are counted by `confirmSession`.
      const { isCalendarEnded } = await countSuccesses([[passwordChanges, String(user.id)]], () =>
        replaceConfirmed(user, account, change),
      )
      postman.wake()
      securityLog.record('password_changed', { account: user.id })
      if (isCalendarEnded) securityLog.record('calendar_ended', { account: user.id })
    },

    async setPin(account: Account, pin: string): Promise<void> {
      refuseGuessable('pin_code', pin)
      // Checked before the expensive hash. `setFirstPin` decides between two concurrent calls.
      const { id, pin_hash: pinHash } = await existing(account)
      if (pinHash !== null || !(await setFirstPin(db, id, await hashPassword(pin)))) throw new ApiError(409, PIN_EXISTS)
      securityLog.record('pin_changed', { account: id, kind: 'first' })
    },

    async changePin(account: Account, { current_pin_code, new_pin_code }: PinChange): Promise<void> {
      refuseGuessable('new_pin_code', new_pin_code)
      const user = await existing(account)
      await confirmPin(user, current_pin_code)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PIN)
      securityLog.record('pin_changed', { account: user.id, kind: 'by PIN' })
    },

    async resetPin(account: Account, { current_password, new_pin_code }: PinReset): Promise<void> {
      refuseGuessable('new_pin_code', new_pin_code)
      const user = await existing(account)
      await confirmPassword(user, current_password)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PASSWORD)
      securityLog.record('pin_changed', { account: user.id, kind: 'by password' })
    },
  }

  /** 400 when the current password is wrong. The current session continues. */
  async function replaceConfirmed(user: UserRow, account: Account, change: PasswordChange) {
    await confirmSession(account, user, change.current_password)
    const passwordHash = await hashPassword(change.new_password)
    return db.transaction().execute(async (tx) => {
      if (!(await replacePassword(tx, user, passwordHash))) throw refused(WRONG_PASSWORD)
      const { isInvitationEnded } = await endSessions(tx, user.id, { except: account })
      const isCalendarEnded = await deleteCalendar(tx, user.id)
      await deleteResetTokens(tx, user.id)
      const ended = { isCalendarEnded, isInvitationEnded }
      await enqueueLink(tx, user, 'not_me', (notMe) => letters.passwordChanged({ ...ended, notMe }))
      return { isCalendarEnded }
    })
  }

  async function existing({ id }: Account): Promise<UserRow> {
    const user = await findUser(db, id)
    if (!user) throw unauthorized()
    return user
  }
}

function refuseGuessable(field: 'pin_code' | 'new_pin_code', pin: string): void {
  if (isGuessable(pin)) throw invalidField(field, GUESSABLE_PIN)
}

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
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const { db, letters, secretKey, postman, limitAttempts, securityLog, moderatorEmails } = parts
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
    await recordReached(tx, secretKey, email)
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

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService({ db, securityLog }: { db: Db; securityLog: SecurityLog }) {
  return {
    async list({ id, token }: Account): Promise<{ result: AccountSession[] }> {
      const rows = await listSessions(db, id, token)
      const result = rows.map(({ created_at: begun, last_used_at: lastUsed, ...row }) => ({
        ...row,
        created_at: begun.toISOString(),
        last_used_at: lastUsed.toISOString(),
      }))
      return { result }
    },

    /** Also revokes what the session made. 404 when the account has no such session. */
    async end(account: Account, id: number): Promise<void> {
      const isEnded = await db.transaction().execute((tx) => endSession(tx, account.id, id))
      if (!isEnded) throw notFound()
      securityLog.record('session_ended', { account: account.id, kind: 'one' })
    },

    async endOthers(account: Account): Promise<void> {
      await db.transaction().execute((tx) => endSessions(tx, account.id, { except: account }))
      securityLog.record('session_ended', { account: account.id, kind: 'others' })
    },
  }
}
