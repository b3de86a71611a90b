import { act, fireEvent, screen, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { Archives } from '@client/features/memorial/archives/Archives'
import { aMemorial, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openSection, openTools } from '@support/section'
import { refuse, serveArchive, serveMemorial } from '@support/server'

it.each([
  [429, 'Слишком много фотографий за час. Попробуйте позже.'],
  [503, 'Сервис временно недоступен.'],
])('a film that is not accepted for now (%i) says why, in the server’s words', async (status, sentence) => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
  keepEverythingInView()
  serveMemorial(aMemorial({ id: 7, profile_rate: ADVANCED, media_storage_limit: 1e9 }))
  serveArchive('video', 7, [])
  refuse('post', 'video_archive/create', status, sentence)
  const { user } = openSection(7, (memorial) => <Archives memorial={memorial} isEditing isKeeper />, { as: aUser() })
  const archive = within(await screen.findByRole('region', { name: 'Видео' }))
  await openTools('видео')
  const field = await archive.findByLabelText(/^Выбрать/)
  await act(async () => {
    fireEvent.change(field, { target: { files: [new File([new Uint8Array(9)], 'film.mp4', { type: 'video/mp4' })] } })
    await Promise.resolve()
  })
  await user.click(archive.getByRole('button', { name: 'Добавить на страницу' }))

  expect(await archive.findByText(`Ошибка: ${sentence}`)).toBeVisible()
})
