import type { Burial, BurialDraft } from '@contract/burial'
import { smallPicture } from '@support/photographs'
import type { TestApp } from '@support/server-app'

export const TVER = { burial_address: 'Тверь, Дмитрово-Черкасское кладбище', burial_coordinates: '56.8, 35.9' }

export type BurialFields = Partial<Record<keyof BurialDraft, string>>

/** A multipart body as a browser sends it. */
function burialForm(fields: Record<string, string>, photo?: Uint8Array): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (photo) form.append('burial_photo_file', new Blob([photo as Uint8Array<ArrayBuffer>]), 'grave.jpg')
  return form
}

export function tellBurial(
  server: TestApp,
  { token, memorialId, photo, ...fields }: { token?: string; memorialId: number; photo?: Uint8Array } & BurialFields,
) {
  const payload = burialForm({ memorial_id: String(memorialId), ...fields }, photo)
  return server.api({ method: 'POST', url: '/burial/create', payload, ...(token && { token }) })
}

/** A burial place with all its fields. */
export async function aBurial(server: TestApp, token: string, memorialId: number): Promise<Burial> {
  return (await tellBurial(server, { token, memorialId, photo: await smallPicture(), ...TVER })).json<Burial>()
}

export function changeBurial(
  server: TestApp,
  id: number | string,
  { token, photo, ...fields }: { token?: string; photo?: Uint8Array } & BurialFields,
) {
  const payload = burialForm(fields, photo)
  return server.api({ method: 'PATCH', url: `/burial/update/${id}`, payload, ...(token && { token }) })
}

/** Changes the road to the grave: null stands for a new photo. */
export async function changeRoad(
  server: TestApp,
  {
    id,
    token,
    before,
    steps,
  }: { id: number; token: string; before: string[]; steps: { id: string | null; line: string }[] },
) {
  const form = burialForm({ road: JSON.stringify({ before, steps }) })
  if (steps.some((step) => step.id === null)) {
    const photo = (await smallPicture()) as Uint8Array<ArrayBuffer>
    form.append('road_photo_file', new Blob([photo]), 'road.jpg')
  }
  return server.api({ method: 'PATCH', url: `/burial/update/${id}`, payload: form, token })
}

export function deleteBurial(server: TestApp, id: number | string, token?: string) {
  return server.api({ method: 'DELETE', url: `/burial/delete/${id}`, ...(token && { token }) })
}

export function burialOf(server: TestApp, memorialId: number | string, token?: string) {
  return server.api({ url: `/burial/${memorialId}`, ...(token && { token }) })
}
