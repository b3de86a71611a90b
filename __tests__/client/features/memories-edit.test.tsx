import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { aMemorial, aMemory, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openSection, openTools } from '@support/section'
import { refuse, requestsTo, serve, serveMemorial, serveMemories } from '@support/server'
import '@support/intersection-observer'

const hers = aMemory({ id: 3, memorials_id: 7 })
const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
const EDIT = 'Изменить воспоминание, подпись: Мария Орлова'
const DELETE = 'Удалить воспоминание, подпись: Мария Орлова'

async function openToEdit() {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, [hers])
  const page = openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing />, { as: aUser({ id: 1 }) })
  await openTools('слова памяти')
  await screen.findByLabelText(EDIT)
  return page
}

describe('words of memory in the edit mode', () => {
  it('are mended by the owner', async () => {
    await openToEdit()
    serve('patch', 'memories/update/3', { ...hers, description: 'Она научила нас читать.', status: 'approved' })
    fireEvent.click(screen.getByLabelText(EDIT))

    fireEvent.change(screen.getByLabelText('Воспоминание'), { target: { value: 'Она научила нас читать.' } })
    serveMemories(7, [{ ...hers, description: 'Она научила нас читать.' }])
    fireEvent.click(screen.getByText('Сохранить'))

    expect(await screen.findByText('Она научила нас читать.', { selector: 'p' })).toBeVisible()
    expect(await requestsTo('patch', 'memories/update/3')[0]?.json()).toEqual({
      description: 'Она научила нас читать.',
      author: 'Мария Орлова',
      expected: JSON.stringify({ description: 'Она научила меня читать.', author: 'Мария Орлова' }),
    })
  })

  it('that somebody else has mended meanwhile are shown to who saves second, and replaced once they choose so', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(EDIT))
    const field = screen.getByLabelText('Воспоминание')
    fireEvent.change(field, { target: { value: 'Слова сестры.' } })
    serveMemories(7, [{ ...hers, description: 'Слова брата.' }])
    refuse('patch', 'memories/update/3', 409, REFUSAL)
    fireEvent.click(screen.getByText('Сохранить'))

    const theirs = within(await screen.findByRole('group', { name: 'Сейчас на странице: Воспоминание' }))
    expect(await theirs.findByText('брата')).toBeVisible()
    expect(screen.getAllByText(REFUSAL)[0]).toBeVisible()
    expect(field).toHaveValue('Слова сестры.')

    serve('patch', 'memories/update/3', { ...hers, description: 'Слова сестры.', status: 'approved' })
    serveMemories(7, [{ ...hers, description: 'Слова сестры.' }])
    fireEvent.click(screen.getByLabelText('Оставить мой'))
    fireEvent.click(screen.getByText('Сохранить мой вариант'))
    expect(await screen.findByText('Слова сестры.', { selector: 'p' })).toBeVisible()
    expect(await requestsTo('patch', 'memories/update/3')[1]?.json()).toMatchObject({
      expected: JSON.stringify({ description: 'Слова брата.', author: 'Мария Орлова' }),
    })
  })

  it('that somebody else has mended meanwhile stand on the page when who saves second thinks better of it', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(EDIT))
    fireEvent.change(screen.getByLabelText('Воспоминание'), { target: { value: 'Слова сестры.' } })
    serveMemories(7, [{ ...hers, description: 'Слова брата.' }])
    refuse('patch', 'memories/update/3', 409, REFUSAL)
    fireEvent.click(screen.getByText('Сохранить'))
    await screen.findByRole('group', { name: 'Сейчас на странице: Воспоминание' })
    fireEvent.click(screen.getByText('Отмена'))
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть без сохранения' }))

    expect(await screen.findByText('Слова брата.')).toBeVisible()
    expect(screen.queryByText('Слова сестры.')).not.toBeInTheDocument()
  })

  it('that were deleted meanwhile are told of, and what was written stays', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(EDIT))
    refuse('patch', 'memories/update/3', 404, 'Not found')
    fireEvent.click(screen.getByText('Сохранить'))

    expect(await screen.findByRole('alert')).toHaveTextContent('Пока вы писали, эти слова удалили.')
    expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.')
  })

  it('give the focus back to their button when they are left as they are', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(EDIT))
    expect(screen.getByLabelText('Воспоминание')).toHaveFocus()
    fireEvent.click(screen.getByText('Отмена'))

    expect(screen.getByLabelText(EDIT)).toHaveFocus()
  })

  it('that were not saved are told of', async () => {
    await openToEdit()
    refuse('patch', 'memories/update/3', 500)
    fireEvent.click(screen.getByLabelText(EDIT))
    fireEvent.click(screen.getByText('Сохранить'))

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при сохранении информации.')
  })

  it('need a text', async () => {
    await openToEdit()
    fireEvent.click(screen.getByLabelText(EDIT))
    fireEvent.change(screen.getByLabelText('Воспоминание'), { target: { value: ' ' } })
    fireEvent.click(screen.getByText('Сохранить'))

    expect(await screen.findByText("Пожалуйста, заполните поля 'Воспоминание' и 'Ваше имя'.")).toBeVisible()
    expect(requestsTo('patch', 'memories/update/3')).toHaveLength(0)
  })

  it('are deleted after a question', async () => {
    await openToEdit()
    serve('delete', 'memories/delete/3', null, 204)
    fireEvent.click(screen.getByLabelText(DELETE))
    const question = await screen.findByRole('alertdialog', { name: 'Удалить воспоминание?' })
    expect(requestsTo('delete', 'memories/delete/3')).toHaveLength(0)

    serveMemories(7, [])
    fireEvent.click(within(question).getByText('Удалить'))

    await waitFor(() => expect(screen.queryByText('Она научила меня читать.')).not.toBeInTheDocument())
    expect(requestsTo('delete', 'memories/delete/3')).toHaveLength(1)
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  it('go when another tab has deleted them', async () => {
    await openToEdit()
    refuse('delete', 'memories/delete/3', 404)
    fireEvent.click(screen.getByLabelText(DELETE))
    const question = await screen.findByRole('alertdialog')
    serveMemories(7, [])
    fireEvent.click(within(question).getByText('Удалить'))

    await waitFor(() => expect(screen.queryByText('Она научила меня читать.')).not.toBeInTheDocument())
    expect(screen.queryByText('Ошибка при удалении.')).not.toBeInTheDocument()
  })

  it('that were not deleted stay, and that is said', async () => {
    await openToEdit()
    refuse('delete', 'memories/delete/3', 500)
    fireEvent.click(screen.getByLabelText(DELETE))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Удалить'))

    expect(await screen.findByText('Ошибка при удалении.')).toBeVisible()
    expect(screen.getByText('Она научила меня читать.')).toBeVisible()
  })

  it('cannot be changed while the page is only read', async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
    serveMemories(7, [hers])
    openAt('/memorials/7', { as: aUser({ id: 1 }) })
    await screen.findByText('Она научила меня читать.')
    fireEvent.click(await screen.findByText('Редактировать'))
    await openTools('слова памяти')
    expect(await screen.findByLabelText(EDIT)).toBeVisible()

    fireEvent.click(screen.getByText('Готово'))

    expect(screen.queryByLabelText(EDIT)).not.toBeInTheDocument()
    expect(screen.queryByLabelText(DELETE)).not.toBeInTheDocument()
  })
})
