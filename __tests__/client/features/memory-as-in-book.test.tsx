import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { keyOfUnsentMemories, readUnsent } from '@client/lib/unsent-memories'
import { aMemorial, aMemory, aUser } from '@support/factories'
import { openSection, openTools } from '@support/section'
import { disconnect, requestsTo, serve, serveMemorial, serveMemories } from '@support/server'
import '@support/intersection-observer'

const CREATE = 'memories/create'
const REPLY = 'memories/3/reply'
const TYPED = 'Говорила: "Не спеши" - и ждала.'
const SET = 'Говорила: «Не спеши» — и ждала.'
const TO_BE_SET = 'Кавычки и тире поставим, как в книге.'

const button = (name: string) => screen.findByText(name, { selector: 'button' })
const press = async (name: string) => fireEvent.click(await button(name))
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

/** A guest has typed their words and stands in the field of the words. */
async function typeWords() {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing={false} />)
  await press('Написать')
  await screen.findByLabelText('Воспоминание')
  write('Ваше имя', 'Мария')
  write('E-mail', 'anna@example.ru')
  fireEvent.click(screen.getByRole('checkbox'))
  write('Воспоминание', TYPED)
  await screen.findByText(TO_BE_SET)
  return screen.getByLabelText('Воспоминание')
}

const sentWords = async (): Promise<unknown> => {
  await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
  return requestsTo('post', CREATE)[0]?.json()
}

it('a guest’s words are set on the way to the next field, not to a button, and put back at a press', async () => {
  const words = await typeWords()
  const author = screen.getByLabelText('Ваше имя')
  fireEvent.blur(words, { relatedTarget: await button('Добавить воспоминание') })
  expect(words).toHaveValue(TYPED)
  fireEvent.blur(words, { relatedTarget: author })
  expect(words).toHaveValue(SET)
  expect(screen.getByText('Мы поставили кавычки и тире, как в книге.')).toBeVisible()

  await press('Вернуть как было')
  await waitFor(() => expect(words).toHaveValue(TYPED))
  fireEvent.blur(words, { relatedTarget: author })
  expect(words).toHaveValue(TYPED)
  expect(screen.queryByText(/как в книге/)).toBeNull()
})

it('a guest’s words are sent as in a book by the first press, straight from their field', async () => {
  serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
  await typeWords()
  await press('Добавить воспоминание')
  expect(await sentWords()).toMatchObject({ description: SET })
})

it('a guest’s words are sent as they were typed where the guest wants so', async () => {
  serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
  await typeWords()
  await press('Оставить как есть')
  write('Воспоминание', `${TYPED} Всегда.`)
  await press('Добавить воспоминание')
  expect(await sentWords()).toMatchObject({ description: `${TYPED} Всегда.` })
})

it('a guest’s words wait for a connection as in a book', async () => {
  disconnect('post', CREATE)
  await typeWords()
  await press('Добавить воспоминание')
  await screen.findByText(/Ваши слова сохранены на этом устройстве/)
  expect(readUnsent(keyOfUnsentMemories(7, 'guest'))[0]).toMatchObject({ description: SET })
})

it('a reply is set as in a book, and put back at a press', async () => {
  const hers = aMemory({ id: 3, memorials_id: 7 })
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, [hers])
  serve('get', 'memorial/7/blocked-authors', { result: [] })
  openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing />, { as: aUser({ id: 1 }) })
  await openTools('слова памяти')
  fireEvent.click(await screen.findByLabelText(/^Ответить воспоминание/))
  fireEvent.change(screen.getByLabelText(/^Ответ на слова/), { target: { value: TYPED } })
  serve('post', REPLY, { ...hers, status: 'approved', reply: SET })
  await press('Сохранить')
  await press('Вернуть как было')

  await waitFor(() => expect(requestsTo('post', REPLY)).toHaveLength(2))
  const sent = await Promise.all(requestsTo('post', REPLY).map((request) => request.json() as Promise<unknown>))
  expect(sent).toEqual([
    { text: SET, expected: JSON.stringify({ reply: null }) },
    { text: TYPED, expected: JSON.stringify({ reply: SET }) },
  ])
})

it('what is said in a voice is put back at a press, too', async () => {
  const voice = { file_path: '/media/abc/recording.m4a', duration: 5, is_playable: true, is_being_prepared: false }
  const spoken = aMemory({ id: 3, memorials_id: 7, voice: { ...voice, text: 'Он пел.', peaks: null } })
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, [spoken])
  serve('get', 'memorial/7/blocked-authors', { result: [] })
  openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing />, { as: aUser({ id: 1 }) })
  await openTools('слова памяти')
  fireEvent.click(await screen.findByLabelText(/^Изменить воспоминание/))
  write('Текст записи', 'Он поёт: "Спи"...')
  serve('patch', 'memories/update/3', { ...spoken, status: 'approved' })
  await press('Сохранить')
  await press('Вернуть как было')

  await waitFor(() => expect(requestsTo('patch', 'memories/update/3')).toHaveLength(2))
  const sent = (await requestsTo('patch', 'memories/update/3')[1]?.json()) as { expected: string }
  expect(sent).toMatchObject({ voice_text: 'Он поёт: "Спи"...' })
  expect(JSON.parse(sent.expected)).toMatchObject({ voice_text: 'Он поёт: «Спи»…' })
})
