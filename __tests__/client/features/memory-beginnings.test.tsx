import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { aMemorial } from '@support/factories'
import { openSection } from '@support/section'
import { serveMemorial } from '@support/server'
import '@support/intersection-observer'

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Воспоминание' })
const beginning = (name: string) => screen.getByRole('button', { name })

async function openForm() {
  serveMemorial(aMemorial({ id: 7 }))
  const { user } = openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing={false} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Написать' }))
  await screen.findByLabelText('Воспоминание')
  return user
}

it.each([
  ['Как познакомились', 'Мы познакомились '],
  ['Любимая фраза', 'Мне часто вспоминаются слова: «'],
  ['Чему научились', 'Вот чему мы научились рядом: '],
])('«%s» puts a beginning into the empty field, and one writes on from there', async (name, text) => {
  await openForm()
  fireEvent.click(beginning(name))

  await waitFor(() => expect(field()).toHaveValue(text))
  await waitFor(() => expect(field()).toHaveFocus())
  expect(field().selectionStart).toBe(text.length)
})

it('another beginning may be chosen until something is typed', async () => {
  await openForm()
  fireEvent.click(beginning('Любимая фраза'))
  await waitFor(() => expect(field()).not.toHaveValue(''))
  fireEvent.click(beginning('Чему научились'))

  await waitFor(() => expect(field()).toHaveValue('Вот чему мы научились рядом: '))
})

it('what was typed is never replaced', async () => {
  const user = await openForm()
  await user.type(field(), 'Она пекла хлеб.')

  for (const name of ['Как познакомились', 'Любимая фраза', 'Чему научились']) {
    expect(beginning(name)).toBeDisabled()
    await user.click(beginning(name))
  }
  expect(field()).toHaveValue('Она пекла хлеб.')
})
