import { randomInt } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { ARCHIVE_KINDS } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { addToArchive } from '@support/archives'
import type { TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { PIN } from './people'

/** What a call created, and of which resource: 'burial', 'photo_archive'. */
export type Created = [resource: string, body: unknown]

const MEMORIES = ['Мария', 'Пётр', 'Анна']

/** Memorials of an account, open and closed, basic and advanced. */
export async function makeMemorials(server: TestApp, token: string): Promise<Memorial[]> {
  const memorials: Memorial[] = []
  for (const public_status of ['true', 'false']) {
    for (const rate_check of ['true', 'false', 'true']) {
      memorials.push(await aStoredMemorial(server, token, { public_status, rate_check }))
    }
  }
  return memorials
}

/** Gives an advanced memorial all that a memorial may have. */
export async function fillMemorial(server: TestApp, token: string, memorialId: number): Promise<Created[]> {
  const created: Created[] = []
  for (const kind of ARCHIVE_KINDS) {
    created.push([`${kind}_archive`, createdBy(await addToArchive(server, kind, { token, memorialId }))])
    const trashed = createdBy(await addToArchive(server, kind, { token, memorialId })) as { id: number }
    created.push([`trashed ${kind}_archive`, await toTrash(server, `/${kind}_archive/delete/${trashed.id}`, token)])
  }
  const burial = new FormData()
  burial.append('memorial_id', String(memorialId))
  burial.append('burial_address', 'Тверь, участок 12')
  created.push(['burial', createdBy(await post(server, '/burial/create', burial, token))])
  for (const author of MEMORIES) {
    const memory = {
      memorials_id: memorialId,
      description: 'Помним.',
      author,
      author_email: `guest-${memorialId}@example.org`,
    }
    created.push(['memories', createdBy(await post(server, '/memories/create', memory))])
    const { id } = createdBy(await post(server, '/memories/create', memory)) as { id: number }
    created.push(['trashed memories', await toTrash(server, `/memories/delete/${id}`, token)])
  }
  return created
}

/** Deleted memorials that can be brought back. */
export async function trashMemorials(server: TestApp, token: string): Promise<{ id: number }[]> {
  const trashed: { id: number }[] = []
  for (const public_status of ['true', 'false', 'true', 'false']) {
    const { id } = await aStoredMemorial(server, token, { public_status })
    trashed.push(await toTrash(server, `/memorial/delete/${id}`, token))
  }
  return trashed
}

export async function toTrash(server: TestApp, url: string, token: string): Promise<{ id: number }> {
  const { statusCode, payload } = await server.api({ method: 'DELETE', url: `${url}?keep=true`, token })
  if (statusCode !== 204) throw new Error(`It is not in the trash: ${payload}`)
  return { id: Number(url.split('/').at(-1)) }
}

/** Tokens of visitors: who has the memorial token of one memorial has none for the others. */
export async function memorialTokensOf(server: TestApp, token: string, memorials: Memorial[]): Promise<string[]> {
  const tokens: string[] = []
  for (const { id } of memorials.filter(({ public_status: isPublic }) => !isPublic)) {
    const answer = await post(server, `/memorial/${id}/verify-pin`, { pin_code: PIN }, token)
    tokens.push(answer.json<{ access_token: string }>().access_token)
  }
  return tokens
}

/** Each time from another address: what one address may send is limited. */
function post(
  server: TestApp,
  url: string,
  payload: InjectOptions['payload'],
  token?: string,
): Promise<LightMyRequestResponse> {
  const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }
  return server.api({ method: 'POST', url, headers, payload, ...(token !== undefined && { token }) })
}

function createdBy(answer: LightMyRequestResponse): unknown {
  if (answer.statusCode !== 201) throw new Error(`Nothing was created: ${answer.payload}`)
  return answer.json<unknown>()
}
