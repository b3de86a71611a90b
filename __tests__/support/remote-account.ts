import type { NewCodeFactor } from '@contract/factors'
import type { Memorial } from '@contract/memorial'
import { API_BASE_PATH } from '@contract/paths'
import { codeFor } from './factors'
import { memorialForm } from './memorial-form'
import { linkOfLastLetter, newLinkOfLastLetter } from './outbox'
import type { ServerProcess } from './server-process'
import { until } from './until'

export const REMOTE_PASSWORD = 'Berezka-1945'

/** A verified account on a server in another process. */
export interface RemoteAccount {
  email: string
  token: string
  /** Sends a request to /api/v1 with the account's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  createMemorial(fields?: Record<string, string>): Promise<Memorial>
  deleteMemorial(id: number): Promise<void>
}

/** Registers, follows the letter's link in `<dataDir>/outbox` and logs in. */
export async function openAccount(server: ServerProcess, dataDir: string, email: string): Promise<RemoteAccount> {
  await register(server, email)
  await fetch(await linkOfLastLetter(dataDir, email), { redirect: 'manual' })
  return signIn(server, email)
}

type Query = (sql: string, values: string[]) => Promise<{ rows: { body_text: string }[] }>

/** The same for a server that sends letters by mail: the link is read from the letter in the database. */
export async function openAccountByLetter(server: ServerProcess, email: string, query: Query): Promise<RemoteAccount> {
  await register(server, email)
  let link: string | undefined
  await until(async () => {
    const { rows } = await query('select body_text from letters where recipient = $1', [email])
    link = /https?:\/\/\S+/.exec(rows[0]?.body_text ?? '')?.[0]
    return link !== undefined
  })
  await fetch(link ?? '', { redirect: 'manual' })
  return signIn(server, email)
}

/** A moderator, and the secret of the authenticator app that they use next to the password. */
export type RemoteModerator = RemoteAccount & { codeSecret: string }

/**
 * As `openAccount`, for an e-mail of MODERATOR_EMAILS: they set their password by the letter that comes then, and connect
 * codes.
 */
export async function openModerator(server: ServerProcess, dataDir: string, email: string): Promise<RemoteModerator> {
  await register(server, email)
  const verification = await linkOfLastLetter(dataDir, email)
  await fetch(verification, { redirect: 'manual' })
  const reset = await newLinkOfLastLetter(dataDir, email, verification)
  await fetch(`${server.url}${API_BASE_PATH}/auth/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: reset.split('/').at(-1), password: REMOTE_PASSWORD }),
  })
  const account = await signIn(server, email)
  return { ...account, codeSecret: await connectCodes(account) }
}

/** Connects an authenticator app, which a moderator needs. The codes of now and later are still unused. */
export async function connectCodes(account: RemoteAccount): Promise<string> {
  const post = (path: string, body: object) =>
    account.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const begun = await post('/users/me/factors/code', { name: 'Телефон' })
  const { id, secret } = (await begun.json()) as NewCodeFactor
  const confirmed = await post(`/users/me/factors/code/${id}/confirm`, { code: codeFor(secret, { steps: -1 }) })
  if (!confirmed.ok) throw new Error(`No codes for ${account.email}: ${await confirmed.text()}`)
  return secret
}

/** The status of the response. `from` is the client's IP address, for a server that trusts a proxy. */
export async function register({ url }: ServerProcess, email: string, from?: string): Promise<number> {
  const response = await fetch(`${url}${API_BASE_PATH}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
    body: JSON.stringify({ email, password: REMOTE_PASSWORD }),
  })
  return response.status
}

export async function signIn(
  { url }: ServerProcess,
  email: string,
  password: string = REMOTE_PASSWORD,
): Promise<RemoteAccount> {
  const body = new URLSearchParams({ grant_type: 'password', username: email, password })
  const response = await fetch(`${url}${API_BASE_PATH}/auth/login`, { method: 'POST', body })
  const { access_token: token } = (await response.json()) as { access_token: string }

  const send: RemoteAccount['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(`${url}${API_BASE_PATH}${path}`, { ...init, headers })
  }

  return {
    email,
    token,
    fetch: send,
    async createMemorial(fields) {
      const response = await send('/memorial/create', { method: 'POST', body: memorialForm(fields) })
      return (await response.json()) as Memorial
    },
    async deleteMemorial(id) {
      await send(`/memorial/delete/${id}/`, { method: 'DELETE' })
    },
  }
}
