import type { InjectOptions } from 'fastify'
import { type ArchiveKind, archivePaths } from '@contract/archive'
import type { Burial } from '@contract/burial'
import { anArchiveItem, archiveForm, sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import type { Scene } from './scene'
import { inTrash } from './waiting-things'

export interface Request extends Pick<InjectOptions, 'headers' | 'query' | 'payload'> {
  /** The value of the path's parameter. */
  id?: number
  /** The value of the second one, if the path has two. */
  part?: number
}

/** The calls of one of the archives. */
export function archiveCalls(kind: ArchiveKind): Record<string, (scene: Scene) => Request | Promise<Request>> {
  const paths = archivePaths(kind)
  const anItem = async (scene: Scene) => {
    const { id: memorialId } = await advanced(scene)
    return anArchiveItem(scene.server, kind, { token: scene.accounts.owner.token, memorialId })
  }
  const aTrashedItem = async (scene: Scene) => {
    const { id } = await anItem(scene)
    await inTrash(scene, `${paths.delete}/${id}`)
    return { id }
  }
  return {
    [`GET ${paths.list}/{id}`]: ({ page }) => ({ id: page.id }),
    [`POST ${paths.create}`]: async (scene) => ({
      payload: archiveForm((await advanced(scene)).id, await SAMPLES[kind]()),
    }),
    [`PATCH ${paths.update}/{id}`]: async (scene) => ({
      id: (await anItem(scene)).id,
      payload: form({ description: 'Иначе.' }),
    }),
    [`POST ${paths.reorder}`]: async (scene) => {
      const { id: first, memorial_id } = await anItem(scene)
      const { id: second } = await anItem(scene)
      return { payload: { memorial_id, ids: [second, first] } }
    },
    [`DELETE ${paths.delete}/{id}`]: async (scene) => ({ id: (await anItem(scene)).id }),
    [`GET ${paths.trash}/{id}`]: async (scene) => {
      await aTrashedItem(scene)
      return { id: scene.page.id }
    },
    [`POST ${paths.restore}/{id}`]: aTrashedItem,
    [`DELETE ${paths.trash}/{id}`]: aTrashedItem,
  }
}

const SAMPLES: Record<ArchiveKind, () => Promise<Uint8Array>> = {
  photo: () => smallPicture(),
  audio: () => sampleFile('sound.mp3'),
  video: () => sampleFile('film.mp4'),
}

/** Upgrades the page to an advanced one. */
export async function advanced({ server, accounts, page: { id } }: Scene): Promise<{ id: number }> {
  await server.api({ method: 'PATCH', url: `/memorial/upgrade/${id}`, token: accounts.owner.token })
  return { id }
}

export async function aBurial({ server, accounts, page }: Scene): Promise<Burial> {
  const payload = await burialForm({ memorial_id: String(page.id) })
  const made = await server.api({ method: 'POST', url: '/burial/create', token: accounts.owner.token, payload })
  return made.json<Burial>()
}

export async function burialForm(fields: Record<string, string> = {}): Promise<FormData> {
  return form({ ...fields, burial_address: 'Хованское кладбище' }, { burial_photo_file: await smallPicture() })
}

export function form(fields: Record<string, string>, files: Record<string, Uint8Array> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    data.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  }
  return data
}
