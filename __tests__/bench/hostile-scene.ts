import { archivePaths } from '@contract/archive'
import type { History } from '@contract/history'
import { API_BASE_PATH } from '@contract/paths'
import type { Proposed } from '@contract/proposals'
import type { StoryReceipt } from '@contract/questions'
import { archiveForm } from '@support/archives'
import { linkOfLastLetter } from '@support/outbox'
import { smallPicture } from '@support/photographs'
import type { RemoteAccount } from '@support/remote-account'
import type { Scene } from './hostile-requests'

const RELATIVE = 'zoya@example.org'

/** A page with one of everything, for the requests to be about. */
export async function makeScene(server: { url: string }, owner: RemoteAccount, dataDir: string): Promise<Scene> {
  const { id: memorialId } = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
  const burial = new FormData()
  burial.append('memorial_id', String(memorialId))
  burial.append('burial_address', 'Тверь, участок 12')
  const words = { memorials_id: memorialId, description: 'Помним.', author: 'Анна' }
  return {
    memorialId,
    photoId: await created(owner, archivePaths('photo').create, archiveForm(memorialId, await smallPicture())),
    burialId: await created(owner, '/burial/create', burial),
    memoryId: await created(owner, '/memories/create', JSON.stringify(words)),
    asked: await askedAbout(server, owner, { memorialId, dataDir }),
  }
}

/** A question that was answered, a proposal of a guest, and a change of the page. */
async function askedAbout(
  server: { url: string },
  owner: RemoteAccount,
  { memorialId, dataDir }: { memorialId: number; dataDir: string },
): Promise<Scene['asked']> {
  const json = { 'content-type': 'application/json' }
  const asked = { text: 'Что он любил петь?', to: [{ email: RELATIVE, name: 'Зоя' }] }
  const body = JSON.stringify(asked)
  await owner.fetch(`/memorial/${memorialId}/questions`, { method: 'POST', headers: json, body })
  const token = new URL(await linkOfLastLetter(dataDir, RELATIVE)).searchParams.get('token') ?? ''
  const guest = async <T>(at: string, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(fields)) form.append(name, text)
    return (await (await fetch(`${server.url}${API_BASE_PATH}${at}`, { method: 'POST', body: form })).json()) as T
  }
  const story = await guest<StoryReceipt>('/questions/answer', { token, text: 'Он пел «Рябину».', author: 'Зоя' })
  const proposed = { field: 'biography', value: 'Родился в Вязёмах.', author: 'Вера', author_email: RELATIVE }
  const proposal = await guest<Proposed>(`/memorial/${memorialId}/proposals`, proposed)
  const change = new FormData()
  change.append('biography', 'Родился в Клину.')
  await owner.fetch(`/memorial/update/${memorialId}`, { method: 'PATCH', body: change })
  const { result } = (await (await owner.fetch(`/memorial/${memorialId}/history`)).json()) as History
  const revisionId = result[0]?.id
  if (!story.id || !proposal.id || revisionId === undefined) throw new Error('Nothing was asked, proposed or changed')
  return { token, ownToken: story.own_token, storyId: story.id, proposalId: proposal.id, revisionId }
}

async function created(owner: RemoteAccount, path: string, body: FormData | string): Promise<number> {
  const headers = new Headers()
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const response = await owner.fetch(path, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`Nothing was created: ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}
