import type { LightMyRequestResponse } from 'fastify'
import type { AccessToken } from '@contract/auth'
import { type TestApp, TEST_PASSWORD } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lastTokenFor, personAt } from '../auth/person'
import { onEachEngine } from './race'

type Ending = (server: TestApp, holder: Person) => Promise<LightMyRequestResponse>
type Person = Awaited<ReturnType<typeof anOwner>>

const endOthers: Ending = (server, { token }) => server.api({ method: 'DELETE', url: '/users/me/sessions', token })
const changePassword: Ending = (server, { token }) =>
  server.api({
    method: 'POST',
    url: '/users/me/change-password',
    token,
    payload: { current_password: TEST_PASSWORD, new_password: 'Cheremukha-77' },
  })
const notMe: Ending = async (server, { user }) =>
  server.api({ method: 'POST', url: '/auth/not-me', payload: { token: await lastTokenFor(server, user.email) } })

onEachEngine({
  'sends no invitation of a session that is ended at once': invites(endOthers),
  'sends no invitation while the password changes': invites(changePassword),
  'sends no invitation while its holder presses «это не я»': invites(notMe),
  'leaves no change of the e-mail to a session that is ended at once': changesEmail(endOthers),
  'leaves no change of the e-mail where its holder presses «это не я»': changesEmail(notMe),
})

/** The holder, another session of theirs, and a letter with «это не я». */
async function robbed(server: TestApp) {
  const holder = await anOwner(server)
  const { id: number, email } = holder.user
  const remoteAddress = `10.${70 + (number >> 8)}.${number & 255}.1`
  const thief = (await personAt(server, remoteAddress).login(email, TEST_PASSWORD)).json<AccessToken>()
  const { id } = await aStoredMemorial(server, holder.token)
  const heir = { method: 'PUT' as const, url: '/users/me/heir', payload: { email: 'vnuk@example.org' } }
  await server.api({ ...heir, token: holder.token })
  return { holder, remoteAddress, token: thief.access_token, page: id }
}

/** Whoever comes second: the request was refused, or what it made has ended. */
async function expectNothingLeft(server: TestApp, { user }: Person, asked: LightMyRequestResponse): Promise<void> {
  expect([201, 202, 401]).toContain(asked.statusCode)
  const invitations = await server.db.selectFrom('invitations').select('id').where('invited_by', '=', user.id).execute()
  const changes = await server.db
    .selectFrom('email_tokens')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'change')
    .execute()
  expect([invitations, changes]).toEqual([[], []])
}

function invites(end: Ending) {
  return async (server: TestApp) => async () => {
    const { holder, token, page } = await robbed(server)
    const [invited, ended] = await Promise.all([
      server.api({
        method: 'POST',
        url: `/memorial/${page}/keepers`,
        token,
        payload: { email: `vor-${page}@example.org` },
      }),
      end(server, holder),
    ])
    expect([200, 204]).toContain(ended.statusCode)
    await expectNothingLeft(server, holder, invited)
  }
}

function changesEmail(end: Ending) {
  return async (server: TestApp) => async () => {
    const { holder, remoteAddress, token } = await robbed(server)
    const payload = { email: `vor-${holder.user.id}@example.org`, current_password: TEST_PASSWORD }
    const [asked, ended] = await Promise.all([
      server.api({ method: 'POST', url: '/users/me/change-email', token, payload, remoteAddress }),
      end(server, holder),
    ])
    expect([200, 204]).toContain(ended.statusCode)
    await expectNothingLeft(server, holder, asked)
  }
}
