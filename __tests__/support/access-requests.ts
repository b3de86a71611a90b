import type { AccessRequest, AccessRequests } from '@contract/access'
import type { Memorial } from '@contract/memorial'
import type { TestApp } from './server-app'
import { anOwner, aStoredMemorial } from './test-memorials'

let addresses = 0
let askers = 0

/** An IP address that has sent nothing yet. */
export function aNewAddress(): string {
  addresses++
  return `10.9.${addresses >> 8}.${addresses & 255}`
}

/** A closed page, its owner, and the actions that let visitors in. */
export async function aClosedPage(server: TestApp) {
  const owner = await anOwner(server)
  const page = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  return { owner, page, ...lettingIn(server, page, owner.token) }
}

/** The actions of visitors who request access to a page, and of the keeper account of `token`. */
export function lettingIn(server: TestApp, page: Memorial, token: string) {
  const post = (url: string, payload: object, as?: string) =>
    server.api({ method: 'POST', url, payload, ...(as && { token: as }) })

  const listed = async () =>
    (await server.api({ url: `/memorial/${page.id}/access-requests`, token })).json<AccessRequests>()
  const list = async () => (await listed()).result

  const ask = (differences: object = {}, remoteAddress = aNewAddress(), id = page.id) =>
    server.api({
      method: 'POST',
      url: `/memorial/${id}/access-requests`,
      remoteAddress,
      payload: { name: 'Вера', email: `vera-${++askers}@example.org`, text: 'Мы учились вместе.', ...differences },
    })

  /** A new pending request. */
  async function somebody(differences: object = {}): Promise<AccessRequest> {
    await ask(differences)
    const waiting = (await list()).filter(({ status }) => status === 'pending')
    return waiting.at(-1) as AccessRequest
  }

  const decide = (id: number, decision: string, as = token) => post(`/access-requests/${id}/decide`, { decision }, as)
  const open = (key: string, id = page.id) => post(`/memorial/${id}/open`, { key })
  const end = (id: number, as = token) => server.api({ method: 'DELETE', url: `/access-requests/${id}`, token: as })

  /** The key in the newest letter to an e-mail. */
  async function keyFor(email: string): Promise<string> {
    const { body_text: text } = await server.db
      .selectFrom('letters')
      .select('body_text')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return new RegExp(`/memorials/${page.id}/open\\?key=([\\w-]+)`).exec(text)?.[1] ?? ''
  }

  /** A visitor who was let in: their request, the key of their letter, and a token for it. */
  async function letIn() {
    const request = await somebody()
    await decide(request.id, 'approved')
    const key = await keyFor(request.email)
    const { access_token: memorialToken } = (await open(key)).json<{ access_token: string }>()
    return { request, key, memorialToken }
  }

  const read = async (as?: string) =>
    (await server.api({ url: `/memorial/${page.id}`, ...(as && { token: as }) })).statusCode

  return { list, listed, ask, somebody, decide, open, end, keyFor, letIn, read }
}
