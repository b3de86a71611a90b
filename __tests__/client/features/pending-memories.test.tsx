import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { User } from '@contract/user'
import { aMemorial, aMemory, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serve, serveMemorial, serveMemories } from '@support/server'
import '@support/intersection-observer'

const WORDS = 'Она научила меня читать.'
const MARK = /Ждёт проверки/
const sent = (differences = {}) => ({
  ...aMemory({ id: 5, memorials_id: 7, description: WORDS, author: 'Мария', ...differences }),
  created_at: new Date().toISOString(),
  status: 'pending',
})

const letters = () => screen.queryAllByRole('figure').map((figure) => figure.textContent)

async function send(as?: User, answer = sent()) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, [aMemory({ id: 4, description: 'Слова другого.' })])
  serve('post', 'memories/create', answer, 201)
  const page = openAt('/memorials/7', { as })
  fireEvent.click(await screen.findByRole('button', { name: 'Написать' }))
  await screen.findByLabelText('Воспоминание')
  write('Воспоминание', WORDS)
  write('Ваше имя', 'Мария')
  if (!as) {
    write('E-mail', 'anna@example.ru')
    fireEvent.click(screen.getByRole('checkbox'))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Добавить воспоминание' }))
  await screen.findByText(/^Спасибо|^Воспоминание добавлено/)
  return page
}

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })

it('words that were sent stand on the page at once, signed, and marked as waiting', async () => {
  await send()

  const letter = screen.getByText(WORDS).closest('figure') as HTMLElement
  expect(within(letter).getByText(/Мария/)).toBeVisible()
  expect(within(letter).getByText(MARK)).toBeVisible()
  expect(screen.getAllByText(MARK)).toHaveLength(1)
})

it('are found again when the page is loaded anew, by their sender alone', async () => {
  const { unmount } = await send()
  unmount()

  const again = openAt('/memorials/7')
  expect(await screen.findByText(MARK)).toBeVisible()
  expect(localStorage.getItem('waiting-memory-7-guest')).not.toContain('anna@example.ru')
  again.unmount()

  openAt('/memorials/7', { as: aUser({ id: 2 }) })
  await screen.findByText('Слова другого.')
  await screen.findByRole('button', { name: 'Написать' })
  expect(screen.queryByText(MARK)).not.toBeInTheDocument()
})

it('are not shown on the page of anybody else', async () => {
  const { unmount } = await send()
  unmount()

  serveMemorial(aMemorial({ id: 8 }))
  serveMemories(8, [])
  openAt('/memorials/8')
  expect(
    await screen.findByText('Здесь ещё никто не написал. Расскажите, каким вы помните этого человека.'),
  ).toBeVisible()
  expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
})

it('stand once when they are approved, and are forgotten by the browser', async () => {
  const { unmount } = await send()
  unmount()

  serveMemories(7, [aMemory({ id: 5, description: WORDS })])
  openAt('/memorials/7')

  expect(await screen.findByText(WORDS)).toBeVisible()
  expect(letters()).toHaveLength(1)
  expect(screen.queryByText(MARK)).not.toBeInTheDocument()
  await waitFor(() => expect(localStorage.getItem('waiting-memory-7-guest')).toBeNull())
})

it('are forgotten after a month without an answer', async () => {
  const { unmount } = await send()
  unmount()
  const kept = localStorage.getItem('waiting-memory-7-guest') ?? ''
  const monthAgo = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
  localStorage.setItem('waiting-memory-7-guest', kept.replace(/"created_at":"[^"]+"/, `"created_at":"${monthAgo}"`))

  openAt('/memorials/7')

  await screen.findByText('Слова другого.')
  expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
})

it('that are approved at once wait for nothing', async () => {
  await send(aUser({ id: 1 }), { ...sent(), status: 'approved' })

  expect(screen.queryByText(MARK)).not.toBeInTheDocument()
  expect(localStorage.getItem('waiting-memory-7-1')).toBeNull()
})

it('nonsense in the storage of the browser is passed over', async () => {
  localStorage.setItem('waiting-memory-7-guest', '{"words":[null,{"id":"x"},7]}')
  serveMemorial(aMemorial({ id: 7 }))
  serveMemories(7, [])
  openAt('/memorials/7')

  expect(
    await screen.findByText('Здесь ещё никто не написал. Расскажите, каким вы помните этого человека.'),
  ).toBeVisible()
})
