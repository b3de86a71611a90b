import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aBurial } from '@support/factories'
import { hold, refuse, requestsTo, serve, serveNoBurial } from '@support/server'
import { editMode } from './burial-place-of-owner'

const DELETE = 'burial/delete/5'
const TOLD = aBurial({ id: 5, memorial_id: 7, photo_path: '/media/7/picture.jpg' })

async function ask() {
  fireEvent.click(screen.getByRole('button', { name: 'Удалить место захоронения' }))
  return within(await screen.findByRole('alertdialog', { name: 'Удалить место захоронения?' }))
}

it('is offered only where something is stored', async () => {
  await editMode(null)
  expect(screen.queryByRole('button', { name: 'Удалить место захоронения' })).not.toBeInTheDocument()
})

it('is not offered beside «Сохранить» while the place is being changed', async () => {
  await editMode(TOLD)
  fireEvent.click(screen.getByRole('button', { name: 'Изменить место захоронения' }))
  expect(await screen.findByRole('button', { name: 'Отмена' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Удалить место захоронения' })).not.toBeInTheDocument()
})

it('names what will be lost, and only that', async () => {
  await editMode({ ...TOLD, burial_coordinates: null })
  expect((await ask()).getByText(/сохранено: адрес и фото\. Вернуть это будет нельзя/)).toBeVisible()
})

it('asks in a text that the arrow keys can scroll in larger letters', async () => {
  await editMode(TOLD)
  expect((await ask()).getByText(/Вернуть это будет нельзя/)).toHaveAttribute('tabindex', '0')
})

it('deletes nothing for who thinks better of it', async () => {
  await editMode(TOLD)
  fireEvent.click((await ask()).getByRole('button', { name: 'Отмена' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(requestsTo('delete', DELETE)).toHaveLength(0)
})

it('leaves nothing but the way to tell of it anew, and the focus near it', async () => {
  serve('delete', DELETE, null, 204)
  const release = hold('delete', DELETE)
  await editMode(TOLD)
  const question = await ask()
  fireEvent.click(question.getByRole('button', { name: 'Удалить' }))
  expect(await question.findByRole('button', { name: 'Удаляем...' })).toBeVisible()
  serveNoBurial(7)
  release()

  expect(await screen.findByText('Место захоронения удалено')).toBeVisible()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Удалить место захоронения' })).not.toBeInTheDocument(),
  )
  await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText('Указать место захоронения')))
  expect(document.body).not.toHaveFocus()
})

it('takes away what another tab has deleted', async () => {
  refuse('delete', DELETE, 404)
  await editMode(TOLD)
  const question = await ask()
  serveNoBurial(7)
  fireEvent.click(question.getByRole('button', { name: 'Удалить' }))

  expect(await screen.findByText('Указать место захоронения')).toBeVisible()
  expect(await screen.findByText('Место захоронения удалено')).toBeVisible()
  expect(screen.queryByText('Ошибка при удалении.')).not.toBeInTheDocument()
})

it('says when it did not succeed, and keeps everything', async () => {
  refuse('delete', DELETE, 500)
  await editMode(TOLD)
  fireEvent.click((await ask()).getByRole('button', { name: 'Удалить' }))

  expect(await screen.findByText('Ошибка при удалении.')).toBeVisible()
  expect(screen.getByText(String(TOLD.burial_address))).toBeVisible()
})
