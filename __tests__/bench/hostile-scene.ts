import { archivePaths } from '@contract/archive'
import { archiveForm } from '@support/archives'
import { smallPicture } from '@support/photographs'
import type { RemoteAccount } from '@support/remote-account'
import type { Scene } from './hostile-requests'

/** A page with one of everything, for the requests to be about. */
export async function makeScene(owner: RemoteAccount): Promise<Scene> {
  const { id: memorialId } = await owner.createMemorial({ rate_check: 'true' })
  const burial = new FormData()
  burial.append('memorial_id', String(memorialId))
  burial.append('burial_address', 'Тверь, участок 12')
  const words = { memorials_id: memorialId, description: 'Помним.', author: 'Анна' }
  return {
    memorialId,
    photoId: await created(owner, archivePaths('photo').create, archiveForm(memorialId, await smallPicture())),
    burialId: await created(owner, '/burial/create', burial),
    memoryId: await created(owner, '/memories/create', JSON.stringify(words)),
  }
}

async function created(owner: RemoteAccount, path: string, body: FormData | string): Promise<number> {
  const headers = new Headers()
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const response = await owner.fetch(path, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`Nothing was created: ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}
