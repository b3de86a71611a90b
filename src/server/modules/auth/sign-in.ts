import type { AccessToken, Credentials } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { Account } from '../../access/account'
import { refused } from '../../lib/api-error'
import { countInEach } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { isPassword } from '../../lib/password'
import { randomToken } from '../../lib/token'
import { emailKey, findUserByEmail } from '../users/repository'
import type { AuthLimits } from './limits'
import { deleteSession, insertSession } from './repository'
import type { AuthParts } from './service'

const SESSION_SECONDS = 30 * 24 * 3600

/** Getting in, and leaving. */
export function createSignIn({ db, limits }: AuthParts & { limits: AuthLimits }) {
  return {
    /** An unknown account is refused like a wrong password, and after the same work. */
    async login({ username, password }: Credentials, address: string): Promise<AccessToken> {
      const [account, network] = [emailKey(username), networkOf(address)]
      // Counted as a failure beforehand: of a hundred guesses at once, no more get through than one by one.
      await countInEach([limits.loginsByNetwork, network], [limits.loginsByAccount, account])

      const user = await findUserByEmail(db, username)
      const isTheirs = await isPassword(password, user?.password_hash)
      const token = randomToken()
      if (!user || !isTheirs || !(await insertSession(db, user, token, SESSION_SECONDS))) {
        throw refused(LOGIN_BAD_CREDENTIALS)
      }

      await limits.loginsByNetwork.uncount(network)
      await limits.loginsByAccount.forget(account)
      return { access_token: token, token_type: 'bearer' }
    },

    async logout({ token }: Account): Promise<void> {
      await deleteSession(db, token)
    },
  }
}
