import type { Installation } from '@server/admin/installation'
import { installationVerb } from '@server/admin/verbs'
import { createSecurityLog } from '@server/lib/security-log'
import { createOperatorAccounts, OperatorError } from '@server/modules/operator/accounts-service'
import { recountStorage } from '@server/modules/operator/repository'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { aLog } from '@support/recorded-log'
import { nameModerator } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { lettersWith, tablesWith } from '@support/traces'

/** Nobody else writes these words. */
const EMAIL = 'redkoslov@example.org'
const NAME = 'Редкослов'

let server: TestApp
const accounts = () =>
  createOperatorAccounts({
    db: server.db,
    secretKey: server.secretKey,
    library: server.library,
    securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
    dataDir: server.dataDir,
  })

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function writeEverywhere(): Promise<void> {
  const { token } = await server.signUp({ email: EMAIL })
  await server.db.updateTable('users').set({ advanced_memorials_left: 1 }).where('email', '=', EMAIL).execute()
  const memorial = await aStoredMemorial(server, token, { lastname: NAME, rate_check: 'true' })
  for (const kind of ['photo', 'audio'] as const) await addToArchive(server, kind, { token, memorialId: memorial.id })
  const other = await aStoredMemorial(server, (await anOwner(server)).token)
  const words = { memorials_id: other.id, author: NAME, description: `Помню. ${NAME}`, consent: true }
  await server.api({ method: 'POST', url: '/memories/create', token, payload: words })
  await server.db
    .insertInto('memories')
    .values({
      memorials_id: other.id,
      author: NAME,
      author_email: EMAIL.toUpperCase(),
      description: NAME,
      status: 'pending',
    })
    .execute()
  await server.db
    .insertInto('reports')
    .values({ memorial_id: other.id, reason: 'other', text: NAME, email: EMAIL.toUpperCase() })
    .execute()
  await server.api({ method: 'POST', url: '/auth/forgot-password', payload: { email: EMAIL } })
}

it('leaves nothing of an account but one line without content', async () => {
  const filesBefore = await server.storedFiles()
  await writeEverywhere()
  expect(await tablesWith(server, EMAIL)).toEqual(expect.arrayContaining(['letters', 'memories', 'reports', 'users']))
  expect((await server.storedFiles()).size).toBeGreaterThan(filesBefore.size)
  await server.postman.deliverDue()
  expect(await lettersWith(server, EMAIL)).not.toEqual([])

  const { accountId, pages } = await accounts().erase(EMAIL)

  expect(pages).toBe(1)
  expect(await tablesWith(server, EMAIL)).toEqual([])
  expect(await tablesWith(server, NAME)).toEqual([])
  expect(await server.storedFiles()).toEqual(filesBefore)
  expect(await lettersWith(server, EMAIL)).toEqual([])
  expect(await lettersWith(server, NAME)).toEqual([])
  const lines = await server.db.selectFrom('register').selectAll().where('account_id', '=', accountId).execute()
  expect(lines).toMatchObject([{ kind: 'account_erased', done_by: 'operator', memorial_id: null }])
})

it('goes on where it was interrupted', async () => {
  await writeEverywhere()
  const broken = { ...server.library, change: () => Promise.reject(new Error('killed')) }
  const interrupted = createOperatorAccounts({
    db: server.db,
    secretKey: server.secretKey,
    library: broken,
    securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
    dataDir: server.dataDir,
  })
  await expect(interrupted.erase(EMAIL)).rejects.toThrow('killed')
  // Nobody can use it meanwhile.
  const { is_active: isActive } = await accounts().find(EMAIL)
  expect(isActive).toBe(false)

  await accounts().erase(EMAIL)
  expect(await tablesWith(server, EMAIL)).toEqual([])
})

it('adds to credits, and never takes below zero', async () => {
  const { user } = await server.signUp()
  const more = await accounts().credit(user.email, { places: 3, advanced: 2, gb: 1 })
  expect(more).toMatchObject({ max_memorials: user.max_memorials + 3, advanced_memorials_left: 2, bonus_gb_left: 1 })
  expect(await accounts().credit(user.email, { places: -1000, advanced: -1, gb: -5 })).toMatchObject({
    max_memorials: 0,
    advanced_memorials_left: 1,
    bonus_gb_left: 0,
  })
})

it('ends the second factors of a moderator who has lost them, and all sessions', async () => {
  const { user, token } = await server.signUp()
  await nameModerator(server.db, user.id)
  await accounts().removeFactors(user.email)
  expect((await server.api({ url: '/users/me', token })).statusCode).toBe(401)
  expect(await server.db.selectFrom('factors').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  const lines = await server.db.selectFrom('register').selectAll().where('account_id', '=', user.id).execute()
  expect(lines).toMatchObject([{ kind: 'factors_removed', done_by: 'operator' }])
})

it('opens an account whose holder sets the password by a link, and replaces a password that is lost', async () => {
  const verb = async (words: string, email: string, options = {}) => {
    const result = await installationVerb(words)?.runOn(
      { accounts: accounts(), config: server.config } as Installation,
      {
        args: [email],
        options,
      },
    )
    return result?.data as { link: string }
  }
  const setPassword = (link: string, password: string) =>
    server.api({
      method: 'POST',
      url: '/auth/reset-password',
      payload: { token: link.split('/').at(-1), password },
    })
  const signIn = async (password: string) =>
    server.api({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'nina@example.org', password }).toString(),
    })

  const { link } = await verb('account create', 'nina@example.org')
  expect(link).toContain(`${server.config.site.publicUrl}/reset-password/`)
  expect((await setPassword(link, 'Ryabina-1938')).statusCode).toBe(200)
  expect((await setPassword(link, 'Ryabina-1939')).statusCode).toBe(400)
  const { access_token: token } = (await signIn('Ryabina-1938')).json<{ access_token: string }>()
  const me = await server.api({ url: '/users/me', token })
  expect(me.json()).toMatchObject({ is_verified: true, max_memorials: server.config.newAccount.max_memorials })

  const earlier = await verb('account reset-password', 'NINA@example.org')
  const later = await verb('account reset-password', 'nina@example.org', { hours: '72' })
  expect((await server.api({ url: '/users/me', token })).statusCode).toBe(401)
  expect((await signIn('Ryabina-1938')).statusCode).toBe(400)
  expect((await setPassword(earlier.link, 'Kalina-1941')).statusCode).toBe(400)
  expect((await setPassword(later.link, 'Kalina-1941')).statusCode).toBe(200)
  expect((await signIn('Kalina-1941')).statusCode).toBe(200)

  const { id } = await accounts().find('nina@example.org')
  const lines = await server.db.selectFrom('register').selectAll().where('account_id', '=', id).orderBy('id').execute()
  expect(lines.map(({ kind }) => kind)).toEqual(['account_created', 'password_link_made', 'password_link_made'])

  await expect(verb('account create', 'Nina@example.org')).rejects.toThrow('already')
  await expect(verb('account create', 'nobody')).rejects.toThrow('no address')
  await expect(verb('account reset-password', 'nina@example.org', { hours: '73' })).rejects.toThrow('from 1 to 72')
  await accounts().block('nina@example.org')
  await expect(verb('account reset-password', 'nina@example.org')).rejects.toThrow('blocked')
})

it('makes no link for an address that nobody has confirmed', async () => {
  const payload = { email: 'unproven@example.org', password: 'Ryabina-1938' }
  await server.api({ method: 'POST', url: '/auth/register', payload })
  await expect(accounts().resetPassword('unproven@example.org', 1)).rejects.toThrow('never confirmed')
})

it('names a moderator, and ends that', async () => {
  const { user, token } = await server.signUp()
  const me = async () => (await server.api({ url: '/users/me', token })).json<{ is_superuser: boolean }>().is_superuser
  await accounts().setModerator(user.email, true)
  expect(await me()).toBe(true)
  await accounts().setModerator(user.email, false)
  expect(await me()).toBe(false)
})

it('knows no account that is not there', async () => {
  await expect(accounts().block('nobody@example.org')).rejects.toThrow(OperatorError)
  await expect(accounts().erase('nobody@example.org')).rejects.toThrow(OperatorError)
})

it('counts the room of archives as uploads do, and mends a wrong count', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  await addToArchive(server, 'audio', { token: owner.token, memorialId: memorial.id })
  const counted = async () =>
    (
      await server.db
        .selectFrom('memorials')
        .select('used_storage_bytes')
        .where('id', '=', memorial.id)
        .executeTakeFirstOrThrow()
    ).used_storage_bytes
  const right = await counted()
  expect(await recountStorage(server.db)).toEqual([])

  await server.db.updateTable('memorials').set({ used_storage_bytes: 1 }).where('id', '=', memorial.id).execute()
  expect(await recountStorage(server.db)).toEqual([{ id: memorial.id, before: 1, after: right }])
  expect(await counted()).toBe(right)
})
