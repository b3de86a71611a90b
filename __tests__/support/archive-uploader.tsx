import { act, fireEvent, screen, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import type { PageSettings } from '@contract/settings'
import { Archives } from '@client/features/memorial/archives/Archives'
import { StorageUsage } from '@client/features/memorial/edit-mode'
import { aMemorial, aUser } from './factories'
import type { openAt } from './render'
import { openSection, openTools } from './section'

export const MB = 1024 ** 2
export const memorialOfArchives = aMemorial({
  id: 7,
  profile_rate: ADVANCED,
  media_storage_limit: 250 * MB,
  used_storage_bytes: 12 * MB,
})

export type Opened = ReturnType<typeof openAt>

export function aFile(name: string, type: string, size = 1000): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

export const film = () => new File([new Uint8Array(1000)], 'film.mp4', { type: 'video/mp4' })

/** Opens an archive in edit mode, ready to choose files. */
export async function edit(title: string, open: () => Opened | Promise<Opened> = () => openArchives()) {
  const opened = await open()
  const region = await screen.findByRole('region', { name: title })
  if (!within(region).queryByLabelText(/^(Выбрать|Свернуть)/)) await openTools(title.toLowerCase())
  await within(region).findByLabelText(/^Выбрать/)
  const { archive, choose } = archiveOf(title)
  const send = () => opened.user.click(archive.getByRole('button', { name: 'Добавить на страницу' }))
  return { ...opened, archive, choose, send }
}

export const openArchives = (settings: Partial<PageSettings> = {}) =>
  openSection(
    7,
    (current) => (
      <>
        <Archives memorial={current} isEditing isKeeper />
        <StorageUsage memorial={current} />
      </>
    ),
    { as: aUser(), settings },
  )

export function archiveOf(title: string) {
  const archive = within(screen.getByRole('region', { name: title }))
  // The form checks what was chosen before the promise settles.
  const choose = (...files: File[]) =>
    act(async () => {
      fireEvent.change(archive.getByLabelText(/^Выбрать/), { target: { files } })
      await Promise.resolve()
    })
  return { archive, choose }
}
