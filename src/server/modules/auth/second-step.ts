import type { AccessToken } from '@contract/auth'
import { FACTOR_BAD_TICKET, LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { PasskeyOptions, SecondStep, ShownPasskey } from '@contract/factors'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { countRefusals } from '../../lib/attempts'
import { logRefusals } from '../../lib/log-refusals'
import { networkOf } from '../../lib/network'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { findUser } from '../accounts/user-repository'
import type { FactorChecks } from '../factors/factor-checks'
import type { Passkeys } from '../factors/passkeys'
import { deleteRecovery } from '../factors/recovery-repository'
import { countRecoveryCodes } from '../factors/repository'
import { deleteTicket, findTicketHolder, TICKET_ENDED } from '../factors/step-repository'
import type { AuthLimits } from './limits'
import { openSession, type SignInOrigin } from './open-session'

/** The second step of a sign-in, and sign-in by a passkey alone. */
export function createSecondStep(parts: {
  db: Db
  limits: AuthLimits
  secretKey: SecretKey
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
  factorChecks: FactorChecks
  passkeys: Passkeys
}) {
  const { db, limits, letters, postman, securityLog, factorChecks, passkeys } = parts

  return {
    async loginByFactor({ ticket, ...proof }: SecondStep, from: SignInOrigin): Promise<AccessToken> {
      const user = await findTicketHolder(db, ticket)
      if (!user) throw refused({ code: FACTOR_BAD_TICKET, reason: TICKET_ENDED })
      await factorChecks.confirmFactor(user, proof)
      const token = await openSession(parts, user, from)
      await deleteTicket(db, ticket)
      // The factor is not lost: a pending recovery is someone else's, or no longer needed.
      await deleteRecovery(db, user.id)
      if (!proof.passkey && !proof.code) {
        await enqueueLetter(db, user.email, letters.recoveryCodeUsed(await countRecoveryCodes(db, user.id)))
        postman.wake()
      }
      securityLog.record('signed_in', { account: user.id, email: user.email, kind: 'factor' })
      return bearer(token)
    },

    async beginPasskeyLogin(address: string): Promise<PasskeyOptions> {
      await limits.passkeyBeginsByNetwork.count(networkOf(address))
      return passkeys.beginShowing()
    },

    /** Every failure is refused like a wrong password. */
    async loginByPasskey(passkey: ShownPasskey, from: SignInOrigin): Promise<AccessToken> {
      const events = { lockedOut: 'sign_in_locked_out', missed: 'sign_in_failed' } as const
      const { user, token } = await logRefusals(securityLog, events, { kind: 'passkey' }, () =>
        countRefusals([[limits.loginsByNetwork, networkOf(from.address)]], async () => {
          const id = await passkeys.checkShown(passkey)
          const user = id === undefined ? undefined : await findUser(db, id)
          if (!user) throw refused(LOGIN_BAD_CREDENTIALS)
          const token = await openSession(parts, user, from)
          await deleteRecovery(db, user.id)
          return { user, token }
        }),
      )
      securityLog.record('signed_in', { account: user.id, email: user.email, kind: 'passkey' })
      return bearer(token)
    },
  }
}

function bearer(token: string): AccessToken {
  return { access_token: token, token_type: 'bearer' }
}
