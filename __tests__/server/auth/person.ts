import type { TestApp } from '@support/server-app'

export const PASSWORD = 'Ryabina-1938'
export const NEW_PASSWORD = 'Cheremukha-77'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A person with an IP address that nobody else has. */
export function personAt(server: TestApp, remoteAddress: string) {
  const post = (url: string, payload: object, token?: string) =>
    server.api({ method: 'POST', url, payload, remoteAddress, ...(token && { token }) })

  const login = (username: string, password = PASSWORD) =>
    server.api({
      method: 'POST',
      url: '/auth/login',
      headers: FORM,
      payload: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
      remoteAddress,
    })

  return {
    post,
    login,
    register: (email: string, password = PASSWORD) => post('/auth/register', { email, password }),
    /** Registers and signs in. Returns the token. */
    async settle(email: string): Promise<string> {
      await post('/auth/register', { email, password: PASSWORD })
      return (await login(email)).json<{ access_token: string }>().access_token
    },
  }
}

/** All letters to a recipient, oldest first, sent or not. */
export async function lettersTo(server: TestApp, recipient: string) {
  return server.db
    .selectFrom('letters')
    .select(['subject', 'body_text as text', 'body_html as html'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

/** The token in the link of the newest letter to a recipient. */
export async function lastTokenFor(server: TestApp, recipient: string): Promise<string> {
  const letter = (await lettersTo(server, recipient)).at(-1)
  const token = /(?:token=|reset-password\/)([\w-]+)/.exec(letter?.text ?? '')?.[1]
  if (!token) throw new Error(`No letter with a link was written to ${recipient}`)
  return token
}

/** Makes a link expire. */
export async function letLinksExpire(server: TestApp): Promise<void> {
  await server.db
    .updateTable('email_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
}
