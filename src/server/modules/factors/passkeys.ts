import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyOptions, PasskeyResponse, ShownPasskey } from '@contract/factors'
import type { PublicSettings } from '@contract/settings'
import type { Db } from '../../db/schema'
import { conflict } from '../../lib/api-error'
import type { UserRow } from '../accounts/user-repository'
import { findPasskey, insertChallenge, listCredentialIds, setPasskeyUsed, takeChallenge } from './repository'

const NO_NAME =
  'Ключи доступа работают только на сайте с именем, а этот открыт по IP-адресу. Можно подключить одноразовые коды.'
/** ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -257]

export type Passkeys = ReturnType<typeof createPasskeys>

/** A verified passkey that is not stored yet. */
interface CheckedPasskey {
  credential_id: string
  public_key: Buffer
  sign_count: number
}

/** Passkeys are created and used in the browser, and verified here. A passkey is bound to the host of PUBLIC_URL. */
export function createPasskeys({ db, site }: { db: Db; site: Pick<PublicSettings, 'publicUrl' | 'siteName'> }) {
  const { origin, hostname } = new URL(site.publicUrl)
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }

  function refuseAddress(): void {
    if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw conflict(NO_NAME)
  }

  return {
    /** 409 when the host of PUBLIC_URL is an IP address. */
    async beginNew(user: UserRow): Promise<PasskeyOptions> {
      refuseAddress()
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: site.siteName,
        rpID: hostname,
        userName: user.email,
        userDisplayName: user.email,
        userID: new Uint8Array(Buffer.from(`account ${user.id}`)),
        excludeCredentials: (await listCredentialIds(db, user.id)).map((id) => ({ id })),
        // It signs in alone, so it must be discoverable and must verify its user.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      return asOptions(options, await insertChallenge(db, options.challenge, user.id))
    },

    /** Undefined when verification fails. */
    async checkNew(
      userId: number,
      challengeId: string,
      response: PasskeyResponse,
    ): Promise<CheckedPasskey | undefined> {
      const challenge = await takeChallenge(db, challengeId, userId)
      if (challenge === undefined) return undefined
      const { verifyRegistrationResponse } = await library()
      const checked = await verifyRegistrationResponse({
        ...expected,
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(notVerified)
      if (!checked.verified) return undefined
      const { id, publicKey, counter } = checked.registrationInfo.credential
      return { credential_id: id, public_key: Buffer.from(publicKey), sign_count: counter }
    },

    /** 409 when the host of PUBLIC_URL is an IP address. */
    async beginShowing(): Promise<PasskeyOptions> {
      refuseAddress()
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' })
      return asOptions(options, await insertChallenge(db, options.challenge, null))
    },

    /** The id of the passkey's account; undefined when verification fails. */
    async checkShown({ challenge_id: challengeId, response }: ShownPasskey): Promise<number | undefined> {
      const challenge = await takeChallenge(db, challengeId, null)
      const passkey = await findPasskey(db, response.id)
      if (challenge === undefined || !passkey?.credential_id || !passkey.public_key) return undefined
      const { verifyAuthenticationResponse } = await library()
      const checked = await verifyAuthenticationResponse({
        ...expected,
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.sign_count,
        },
      }).catch(notVerified)
      if (!checked.verified) return undefined
      await setPasskeyUsed(db, passkey.id, checked.authenticationInfo.newCounter)
      return passkey.user_id
    },
  }
}

/** The server preloads it (start-server.ts); tests load it with their first passkey. */
function library() {
  return import('@simplewebauthn/server')
}

function asOptions(options: object, challengeId: string): PasskeyOptions {
  return { options: { ...options }, challenge_id: challengeId }
}

/** The package throws on any mismatch. The input comes from the browser, so that is a failed verification, not a bug. */
function notVerified(): { verified: false } {
  return { verified: false }
}
