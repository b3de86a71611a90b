import {
  type Factor,
  type FactorList,
  FACTORS_MAX,
  type NewCodeFactor,
  type NewPasskey,
  type PasskeyOptions,
  type RecoveryCodes,
} from '@contract/factors'
import type { PublicSettings } from '@contract/settings'
import { type Account, requireFresh } from '../../access/account'
import type { Db } from '../../db/schema'
import { conflict, notFound, unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { seal, unseal } from '../../lib/sealed'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLink } from '../accounts/email-links'
import { findUser, lockActiveUser, type UserRow } from '../accounts/user-repository'
import { badCode, CODE_SECRETS, newCodeSecret, newRecoveryCodes, otpauthUrl, stepOfCode } from './factor-checks'
import type { Passkeys } from './passkeys'
import {
  confirmCodeFactor,
  countFactors,
  countRecoveryCodes,
  deleteFactor,
  deleteRecoveryCodes,
  findNewCodeFactor,
  insertCodeFactor,
  insertPasskey,
  listFactorKinds,
  listFactors,
  replaceRecoveryCodes,
} from './repository'

/** Each change sends a letter, and recovery codes take ten hashes. */
const CHANGES = {
  name: 'factor-changes',
  max: 30,
  seconds: 3600,
  refusal: 'Слишком много запросов. Попробуйте позже.',
}
const TOO_MANY = `Подключено уже ${FACTORS_MAX} способов входа. Удалите те, которыми не пользуетесь.`
const ADDED_BEFORE = 'Этот ключ доступа уже подключён.'
const NO_FACTORS = 'Сначала подключите ключ доступа или одноразовые коды.'

export type FactorService = ReturnType<typeof createFactorService>

/** An account's own factors. Changing them requires a fresh session. */
export function createFactorService(parts: {
  db: Db
  passkeys: Passkeys
  secretKey: SecretKey
  site: Pick<PublicSettings, 'siteName'>
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
  limitAttempts: LimitAttempts
}) {
  const { db, passkeys, secretKey, site, letters, postman, securityLog } = parts
  const changes = parts.limitAttempts(CHANGES)

  return {
    async list({ id }: Account): Promise<FactorList> {
      const [rows, recovery_codes_left] = await Promise.all([listFactors(db, id), countRecoveryCodes(db, id)])
      return { result: rows.map(asFactor), recovery_codes_left }
    },

    /** The factor becomes active once its first code was right. */
    async addCode(account: Account, name: string): Promise<NewCodeFactor> {
      requireFresh(account)
      const user = await existing(account)
      const secret = newCodeSecret()
      const { id } = await db.transaction().execute(async (tx) => {
        await refuseTooMany(tx, user)
        return insertCodeFactor(tx, { user_id: user.id, name, code_secret: seal(secretKey, CODE_SECRETS, secret) })
      })
      return { id, secret, otpauth_url: otpauthUrl(secret, { siteName: site.siteName, email: user.email }) }
    },

    /** 404 when there is none to confirm. The first factor comes with recovery codes. */
    async confirmCode(account: Account, id: number, code: string): Promise<RecoveryCodes> {
      const user = await existing(account)
      const factor = await findNewCodeFactor(db, user.id, id)
      if (!factor?.code_secret) throw notFound()
      requireFresh(account)
      const secret = unseal(secretKey, CODE_SECRETS, factor.code_secret)
      const step = secret === undefined ? undefined : stepOfCode(secret, code)
      if (step === undefined) throw badCode()
      await changes.count(String(user.id))
      const { shown, stored } = await newRecoveryCodes()
      const isFirst = await db.transaction().execute(async (tx) => {
        if (!(await lockActiveUser(tx, user.id))) throw unauthorized()
        const before = await listFactorKinds(tx, user.id)
        if (!(await confirmCodeFactor(tx, id, step))) throw notFound()
        if (before.length === 0) await replaceRecoveryCodes(tx, user.id, stored)
        await enqueueLink(tx, user, 'not_me', (notMe) => letters.factorAdded('code', notMe))
        return before.length === 0
      })
      added(user, 'code')
      return { recovery_codes: isFirst ? shown : [] }
    },

    /** 409 when the host of PUBLIC_URL is an IP address. */
    async beginPasskey(account: Account): Promise<PasskeyOptions> {
      requireFresh(account)
      return passkeys.beginNew(await existing(account))
    },

    /** 400 when verification fails. */
    async addPasskey(account: Account, { challenge_id, name, response }: NewPasskey): Promise<Factor> {
      requireFresh(account)
      const user = await existing(account)
      const passkey = await passkeys.checkNew(user.id, challenge_id, response)
      if (!passkey) throw badCode()
      await changes.count(String(user.id))
      const row = await db.transaction().execute(async (tx) => {
        await refuseTooMany(tx, user)
        const inserted = await insertPasskey(tx, { ...passkey, user_id: user.id, name })
        if (!inserted) throw conflict(ADDED_BEFORE)
        await enqueueLink(tx, user, 'not_me', (notMe) => letters.factorAdded('passkey', notMe))
        return inserted
      })
      added(user, 'passkey')
      return asFactor(row)
    },

    /** 404 when the account has no such factor. Removing the last one deletes the recovery codes too. */
    async remove(account: Account, id: number): Promise<void> {
      const user = await existing(account)
      const removed = await db.transaction().execute(async (tx) => {
        if (!(await lockActiveUser(tx, user.id))) throw unauthorized()
        const factor = await deleteFactor(tx, user.id, id)
        if (!factor) throw notFound()
        requireFresh(account)
        if (factor.confirmed_at === null) return undefined
        await changes.count(String(user.id))
        const isLast = (await listFactorKinds(tx, user.id)).length === 0
        if (isLast) await deleteRecoveryCodes(tx, user.id)
        await enqueueLink(tx, user, 'not_me', (notMe) => letters.factorRemoved(factor.kind, { isLast, notMe }))
        return factor.kind
      })
      if (!removed) return
      postman.wake()
      securityLog.record('factor_removed', { account: user.id, kind: removed })
    },

    /** Replaces the previous ones. 409 without factors. */
    async renewRecoveryCodes(account: Account): Promise<RecoveryCodes> {
      requireFresh(account)
      const user = await existing(account)
      if ((await listFactorKinds(db, user.id)).length === 0) throw conflict(NO_FACTORS)
      await changes.count(String(user.id))
      const { shown, stored } = await newRecoveryCodes()
      await db.transaction().execute(async (tx) => {
        if (!(await lockActiveUser(tx, user.id))) throw unauthorized()
        // The last factor may have been removed since the check above.
        if ((await listFactorKinds(tx, user.id)).length === 0) throw conflict(NO_FACTORS)
        await replaceRecoveryCodes(tx, user.id, stored)
        await enqueueLink(tx, user, 'not_me', (notMe) => letters.recoveryCodesMade(notMe))
      })
      postman.wake()
      securityLog.record('recovery_codes_made', { account: user.id })
      return { recovery_codes: shown }
    },
  }

  async function refuseTooMany(tx: Db, user: UserRow): Promise<void> {
    if (!(await lockActiveUser(tx, user.id))) throw unauthorized()
    if ((await countFactors(tx, user.id)) >= FACTORS_MAX) throw conflict(TOO_MANY)
  }

  function added(user: UserRow, kind: Factor['kind']): void {
    postman.wake()
    securityLog.record('factor_added', { account: user.id, kind })
  }

  async function existing({ id }: Account): Promise<UserRow> {
    const user = await findUser(db, id)
    if (!user) throw unauthorized()
    return user
  }
}

type FactorRow = Awaited<ReturnType<typeof listFactors>>[number]

function asFactor({ created_at: created, last_used_at: used, ...row }: FactorRow): Factor {
  return { ...row, created_at: created.toISOString(), last_used_at: used?.toISOString() ?? null }
}
