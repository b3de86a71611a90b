import { CONSENT_VERSION } from '@contract/consent'
import { REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import type { Decision } from '@contract/memory'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { PASSWORD } from '../auth/person'
import { onEachEngine } from './race'

const MODERATOR = 'moderator@example.org'

onEachEngine(
  {
    'makes one account of several registrations of one e-mail': registrations,
    'obeys either the approval or the rejection of a memory': decisions,
  },
  { MODERATOR_EMAILS: MODERATOR },
)

const countLetters = async ({ db }: TestApp, recipient: string) =>
  (await db.selectFrom('letters').select('id').where('recipient', 'ilike', recipient).execute()).length

async function registrations(server: TestApp) {
  const register = (email: string, remoteAddress: string) =>
    server.api({
      method: 'POST',
      url: '/auth/register',
      remoteAddress,
      payload: { email, password: PASSWORD, consent_version: CONSENT_VERSION },
    })

  return async (round: number) => {
    const email = `twin-${round}@example.org`
    const address = `10.9.${round}.1`
    const answers = await Promise.all([register(email, address), register(email.toUpperCase(), address)])

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
    expect(answers.map((answer) => answer.json<object>())).toContainEqual({ detail: REGISTER_USER_ALREADY_EXISTS })
    const accounts = await server.db
      .selectFrom('users')
      .leftJoin('consents', 'consents.user_id', 'users.id')
      .where('email_key', '=', email)
      .select('consents.id')
      .execute()
    expect(accounts).toEqual([{ id: expect.any(Number) }])
    expect(await countLetters(server, email)).toBe(1)
  }
}

async function decisions(server: TestApp) {
  const owner = await anOwner(server)
  const moderator = await server.signUp({ email: MODERATOR })
  const memorial = await aStoredMemorial(server, owner.token)
  const pending = { memorials_id: memorial.id, author: 'Зоя', description: 'Помню.', status: 'pending' } as const
  const decide = (id: number, decision: Decision, token: string) =>
    server.api({ method: 'POST', url: `/memories/moderate/${id}`, token, payload: { decision } })

  return async (round: number) => {
    const author = `author-${round}@example.org`
    const { id } = await server.db
      .insertInto('memories')
      .values({ ...pending, author_email: author })
      .returning('id')
      .executeTakeFirstOrThrow()

    const answers = await Promise.all([decide(id, 'approved', owner.token), decide(id, 'rejected', moderator.token)])

    const [obeyed, ...others] = answers.filter(({ statusCode }) => statusCode === 200)
    expect(others).toEqual([])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { status } = await server.db
      .selectFrom('memories')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(obeyed?.json()).toEqual({ id, status })
    expect(await countLetters(server, author)).toBe(1)
  }
}
