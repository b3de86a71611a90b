import type { DeletedAccount } from '@contract/leaving'
import { TEST_PASSWORD, type TestApp } from '@support/server-app'

export interface Person {
  user: { id: number; email: string }
  token: string
}

export const DAY_MS = 24 * 3600 * 1000

/** What people of a test do, and what comes of it. */
export function peopleOf(server: () => TestApp) {
  const api: TestApp['api'] = (request) => server().api(request)

  /** The newest letter to somebody. */
  const letterTo = (email: string) =>
    server()
      .db.selectFrom('letters')
      .selectAll()
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirst()

  async function tokenFor(email: string): Promise<string> {
    const letter = await letterTo(email)
    return /\?token=([\w-]+)/.exec(letter?.body_text ?? '')?.[1] ?? ''
  }

  const askToDelete = ({ token }: Person, current_password = TEST_PASSWORD) =>
    api({ method: 'POST', url: '/users/me/delete', token, payload: { current_password } })
  const comeBackBy = (token: string) => api({ method: 'POST', url: '/users/return', payload: { token } })
  const accept = ({ token }: Person, invitation: string) =>
    api({ method: 'POST', url: '/keepers/accept', token, payload: { token: invitation } })

  return {
    letterTo,
    tokenFor,
    askToDelete,
    comeBackBy,
    accept,
    comeBack: async ({ user }: Person) => comeBackBy(await tokenFor(user.email)),

    leave: async (person: Person): Promise<DeletedAccount> => {
      const answer = await askToDelete(person)
      if (answer.statusCode !== 202) throw new Error(`the deletion was refused: ${answer.body}`)
      return answer.json<DeletedAccount>()
    },

    login: (email: string, password = TEST_PASSWORD) =>
      api({
        method: 'POST',
        url: '/auth/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'password', username: email, password }).toString(),
      }),

    letIn: async (owner: Person, keeper: Person, pageId: number): Promise<void> => {
      const { email } = keeper.user
      await api({ method: 'POST', url: `/memorial/${pageId}/keepers`, token: owner.token, payload: { email } })
      await accept(keeper, await tokenFor(email))
    },

    /** As if it had been three days ago: the heir counts. */
    nameHeir: async ({ token, user }: Person, email: string) => {
      const answer = await api({ method: 'PUT', url: '/users/me/heir', token, payload: { email } })
      const heir_since = new Date(Date.now() - 73 * 3_600_000)
      await server().db.updateTable('users').set({ heir_since }).where('id', '=', user.id).execute()
      return answer
    },

    giveRoom: ({ user }: Person) =>
      server().db.updateTable('users').set({ max_memorials: 5 }).where('id', '=', user.id).execute(),

    /** As if so many days had gone by since the account was deleted. */
    daysPass: async ({ user }: Person, days: number): Promise<void> => {
      const { db } = server()
      const earlier = (instant: Date) => new Date(instant.getTime() - days * DAY_MS)
      const { leaves_at } = await db
        .selectFrom('users')
        .select('leaves_at')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      if (!leaves_at) throw new Error('the account was not deleted')
      await db
        .updateTable('users')
        .set({ leaves_at: earlier(leaves_at) })
        .where('id', '=', user.id)
        .execute()
      await db
        .updateTable('letters')
        .set({ sent_at: earlier(new Date()) })
        .execute()
      for (const { token_hash, expires_at } of await db
        .selectFrom('email_tokens')
        .selectAll()
        .where('user_id', '=', user.id)
        .execute()) {
        await db
          .updateTable('email_tokens')
          .set({ expires_at: earlier(expires_at) })
          .where('token_hash', '=', token_hash)
          .execute()
      }
      for (const { id, expires_at } of await db
        .selectFrom('invitations')
        .selectAll()
        .where('invited_by', '=', user.id)
        .execute()) {
        await db
          .updateTable('invitations')
          .set({ expires_at: earlier(expires_at) })
          .where('id', '=', id)
          .execute()
      }
    },
  }
}
