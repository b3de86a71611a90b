import type { NewCodeFactor, PasskeyOptions } from '@contract/factors'
import { randomToken } from '@server/lib/token'
import { findUser } from '@server/modules/accounts/user-repository'
import { insertRecovery, insertTicket, replaceRecoveryCodes, setRecoveryLink } from '@server/modules/factors/repository'
import { newRecoveryCodes } from '@server/modules/factors/factor-checks'
import { codeFor, giveFactor } from '@support/factors'
import { createPasskey } from '@support/passkey'
import type { AccountHolder } from './actors'
import type { Request } from './archive-calls'
import { fromAnotherAddress, type Scene } from './scene'

/** The calls about second factors, each with a request that succeeds. */
export const FACTOR_CALLS: Record<string, (scene: Scene) => Request | Promise<Request>> = {
  'POST /auth/login/factor': async (scene) => ({
    payload: { ticket: await aTicket(scene), recovery_code: await aRecoveryCode(scene) },
  }),
  'POST /auth/login/passkey/begin': () => ({}),
  'POST /auth/login/passkey/finish': async (scene) => ({ payload: await aShownPasskey(scene) }),
  'POST /auth/factor-recovery': async (scene) => ({ payload: { ticket: await aTicket(scene) } }),
  'POST /auth/factor-recovery/finish': async (scene) => ({ payload: { token: await aRecoveryLink(scene) } }),
  'GET /users/me/factors': () => ({}),
  'POST /users/me/factors/code': () => ({ payload: { name: 'Телефон' } }),
  'POST /users/me/factors/code/{id}/confirm': async (scene) => {
    const { id, secret } = await aCodeProgram(scene)
    return { id, payload: { code: codeFor(secret) } }
  },
  'POST /users/me/factors/passkey/begin': () => ({}),
  'POST /users/me/factors/passkey/finish': async (scene) => ({ payload: await aMadePasskey(scene, 'owner') }),
  'DELETE /users/me/factors/{id}': async (scene) => ({ id: await aFactor(scene) }),
  'POST /users/me/factors/recovery-codes': async (scene) => {
    await aFactor(scene)
    return {}
  },
}

/** Of the stranger, who gave the right password. */
async function aTicket({ server, accounts }: Scene): Promise<string> {
  const user = await findUser(server.db, accounts.stranger.id)
  if (!user) throw new Error('The stranger is gone')
  return insertTicket(server.db, user)
}

/** Of the stranger. */
async function aRecoveryCode({ server, accounts }: Scene): Promise<string> {
  const { shown, stored } = await newRecoveryCodes()
  await replaceRecoveryCodes(server.db, accounts.stranger.id, stored)
  return shown[0] ?? ''
}

/** Of the stranger, who asked for it three days ago. */
async function aRecoveryLink({ server, accounts }: Scene): Promise<string> {
  const token = randomToken()
  await insertRecovery(server.db, accounts.stranger.id, 0)
  await setRecoveryLink(server.db, accounts.stranger.id, token, 60)
  return token
}

/** The owner's program for codes, which waits for its first code. */
async function aCodeProgram({ server, accounts }: Scene): Promise<NewCodeFactor> {
  const { token } = accounts.owner
  const payload = { name: 'Телефон' }
  const made = await server.api({ method: 'POST', url: '/users/me/factors/code', token, payload })
  return made.json<NewCodeFactor>()
}

/** The id of a factor of the owner. */
async function aFactor({ server, accounts }: Scene): Promise<number> {
  const { id: userId } = accounts.owner
  await giveFactor(server.db, userId)
  const factor = server.db.selectFrom('factors').select('id').where('user_id', '=', userId)
  return (await factor.executeTakeFirstOrThrow()).id
}

/** A passkey that was made for an account, and is not added yet. */
async function aMadePasskey({ server, accounts }: Scene, holder: AccountHolder, passkey = createPasskey()) {
  const { token } = accounts[holder]
  const url = '/users/me/factors/passkey/begin'
  const begun = (await server.api({ method: 'POST', url, token })).json<PasskeyOptions>()
  return { challenge_id: begun.challenge_id, name: 'Ноутбук', response: passkey.make(begun) }
}

/** What the stranger's passkey has signed. */
async function aShownPasskey(scene: Scene) {
  const passkey = createPasskey()
  const { server, accounts } = scene
  const payload = await aMadePasskey(scene, 'stranger', passkey)
  const { token } = accounts.stranger
  await server.api({ method: 'POST', url: '/users/me/factors/passkey/finish', token, payload })
  const url = '/auth/login/passkey/begin'
  const begun = (await server.api({ method: 'POST', url, headers: fromAnotherAddress() })).json<PasskeyOptions>()
  return { challenge_id: begun.challenge_id, response: passkey.show(begun) }
}
