import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { READING_LOOK_KEY } from '@client/app/AccessibilityPanel'
import { DRAFT_KINDS } from '@client/lib/draft'
import { ACCOUNT_ID_KEY, ACCOUNT_TOKEN_KEY, MEMORIAL_TOKEN_KEY_PREFIX } from '@client/store/token-storage'
import { ADVANCED } from '@contract/memorial'
import { aMemorial, aMemory, anArchiveItem, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { serveLegalDocuments } from '@support/legal'
import { openAt } from '@support/render'
import { ANNA, button, serveReports } from '@support/reports-desk'
import { openTools } from '@support/section'
import { refuse, serve, serveArchive, serveMemorial, serveMemories, serveMyMemorials } from '@support/server'

/** What the site puts into the browser's storages, by the beginning of its key, and the words of the policy about it. */
const NAMED: Record<string, RegExp> = {
  [ACCOUNT_TOKEN_KEY]: /ключ учётной записи/,
  [ACCOUNT_ID_KEY]: /ключ учётной записи и её номер/,
  [MEMORIAL_TOKEN_KEY_PREFIX]: /ключи закрытых мемориалов/,
  'memorial-draft-': /черновик нового мемориала/,
  'name-draft-': /черновик имени/,
  'dates-draft-': /черновик дат жизни/,
  'biography-draft-': /черновик биографии/,
  'burial-draft-': /черновик места захоронения/,
  'description-draft-': /черновик подписи/,
  'edited-memory-draft-': /черновик правки в чужом воспоминании/,
  'memory-draft-': /черновик воспоминания/,
  'reply-draft-': /черновик ответа на воспоминание/,
  'captions-draft-': /черновик подписей к выбранным файлам/,
  'access-request-draft-': /черновик просьбы впустить/,
  'report-draft-': /черновик сообщения о странице/,
  'page-closing-draft-': /черновик причины, по которой модератор/,
  'report-answer-draft-': /черновик ответа модератора/,
  'waiting-memory-': /отправленное воспоминание, которое ждёт проверки/,
  [READING_LOOK_KEY]: /размер букв и цвета/,
  'react-router-scroll-positions': /место, до которого прокручена страница/,
}

/** The only places that write into a storage themselves. */
const WRITERS = [
  'src/client/app/AccessibilityPanel.tsx',
  'src/client/lib/draft.ts',
  // The recording of a voice that its author has not sent yet.
  'src/client/lib/saved-recording.ts',
  'src/client/offline/copies.ts',
  // Which pages «Сохранить на телефоне» has not finished: a part of the saved pages that the policy names.
  'src/client/offline/unfinished-saves.ts',
  'src/client/store/token-storage.ts',
]

beforeEach(() => serveLegalDocuments())

const keptKeys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })
const stored = (beginning: string) => waitFor(() => expect(keptKeys().join()).toContain(beginning))

it('the policy names all that the browser keeps', async () => {
  openAt('/confidentiality-policy')
  const section = await screen.findByRole('region', { name: /Что хранит ваш браузер/ })

  for (const words of Object.values(NAMED)) expect(section).toHaveTextContent(words)
})

it('the policy says when drafts go', async () => {
  openAt('/confidentiality-policy')
  const section = await screen.findByRole('region', { name: /Что хранит ваш браузер/ })

  expect(section).toHaveTextContent(
    'через 30 дней, а также когда вы сами выходите в этом браузере из учётной записи, в которой его писали',
  )
})

it('the policy names each kind of draft', async () => {
  expect(Object.keys(NAMED)).toEqual(expect.arrayContaining(DRAFT_KINDS.map((kind) => `${kind}-draft-`)))
  openAt('/confidentiality-policy')
  const section = within(await screen.findByRole('region', { name: /Что хранит ваш браузер/ }))

  const items = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items.filter((item) => item.startsWith('черновик'))).toHaveLength(DRAFT_KINDS.length)
})

it('what is typed and opened leaves nothing in the browser that the policy does not name', async () => {
  keepEverythingInView()
  const owner = aUser({ id: 1, is_moderator: true })
  serveReports([ANNA])
  refuse('get', 'memorial/9', 403, 'Страница закрыта. Введите PIN-код.')
  serveMyMemorials([])
  serveMemorial(aMemorial({ id: 7, user_id: 1, role: 'owner', profile_rate: ADVANCED, media_storage_limit: 1e9 }))
  serveArchive('photo', 7, [anArchiveItem({ description: 'У реки' })])
  serveMemories(7, [aMemory({ memorials_id: 7 })])
  serveMemorial(aMemorial({ id: 8, user_id: 2, public_status: false }))
  const { user, router } = openAt('/memorials/create', { as: owner, memorialTokens: { 8: 'pin-token' } })
  await screen.findByRole('textbox', { name: 'Фамилия' })
  write('Фамилия', 'Соколова')
  await stored('memorial-draft-')

  act(() => void router.navigate('/memorials/8'))
  await user.click(await screen.findByRole('button', { name: 'Написать' }))
  await screen.findByLabelText('Воспоминание')
  write('Воспоминание', 'Она научила меня читать.')
  await stored('memory-draft-')
  serve('post', 'memories/create', { ...aMemory({ memorials_id: 8 }), status: 'pending' }, 201)
  write('Ваше имя', 'Мария')
  write('E-mail', 'anna@example.ru')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Добавить воспоминание' }))
  await stored('waiting-memory-')
  await user.click(await screen.findByRole('button', { name: 'Написать' }))
  await screen.findByLabelText('Воспоминание')
  write('Воспоминание', 'Она научила меня писать.')
  await stored('memory-draft-')

  await user.click(screen.getByRole('button', { name: 'Сообщить о странице' }))
  const report = within(await screen.findByRole('dialog'))
  fireEvent.change(report.getByRole('textbox', { name: /^Несколько слов/ }), { target: { value: 'Это не он.' } })
  await stored('report-draft-')

  act(() => void router.navigate('/memorials/9'))
  await user.click(await screen.findByRole('button', { name: 'Попросить впустить меня' }))
  write('Ваше имя', 'Вера')
  await stored('access-request-draft-')

  act(() => void router.navigate('/profile/words'))
  for (const [decision, kind] of [
    ['Закрыть страницу', 'page-closing-draft-'],
    ['Оставить страницу', 'report-answer-draft-'],
  ] as const) {
    await user.click(await button(`${decision}: Соколова Анна Петровна`))
    const asked = await screen.findByRole('dialog')
    fireEvent.change(within(asked).getByRole('textbox'), { target: { value: 'Чужой адрес.' } })
    await stored(kind)
    fireEvent.keyDown(asked, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }

  act(() => void router.navigate('/memorials/7'))
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }))
  await user.click(await screen.findByRole('button', { name: /Изменить.*биографи/ }))
  write('Биография', 'Учила детей.')
  await stored('biography-draft-')
  await user.click(screen.getByRole('button', { name: 'Изменить имя' }))
  write('Фамилия', 'Орлова')
  await stored('name-draft-')
  await user.click(screen.getByRole('button', { name: 'Изменить даты' }))
  await user.click(within(screen.getByLabelText('Дата рождения')).getByLabelText('Точная дата неизвестна'))
  await stored('dates-draft-')
  await user.click(await screen.findByRole('button', { name: 'Указать место захоронения' }))
  write('Адрес захоронения', 'Казань')
  await stored('burial-draft-')
  await openTools('фотографии')
  await user.click(await screen.findByRole('button', { name: 'Действия: У реки' }))
  await user.click(screen.getByRole('button', { name: 'Изменить подпись: У реки' }))
  fireEvent.change(screen.getByDisplayValue('У реки'), { target: { value: 'У Волги' } })
  await stored('description-draft-')
  const photos = within(screen.getByRole('region', { name: 'Фотографии' }))
  await act(async () => {
    const files = [new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' })]
    fireEvent.change(photos.getByLabelText(/^Выбрать/), { target: { files } })
    await Promise.resolve()
  })
  const ofNewPhoto = photos.getAllByRole<HTMLInputElement>('textbox', { name: 'Описание' }).find(({ value }) => !value)
  fireEvent.change(ofNewPhoto as HTMLElement, { target: { value: 'Дом' } })
  await stored('captions-draft-')
  await openTools('слова памяти')
  await user.click(await screen.findByRole('button', { name: /^Ответить/ }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Ответ/ }), { target: { value: 'Спасибо вам.' } })
  await stored('reply-draft-')
  await user.click(await screen.findByRole('button', { name: /^Изменить воспоминание/ }))
  write('Воспоминание', 'Она научила меня всему.')
  await stored('edited-memory-draft-')
  await user.click(screen.getByRole('button', { name: 'Версия для слабовидящих' }))
  await user.click(await screen.findByRole('radio', { name: 'Крупные' }))
  fireEvent(window, new Event('pagehide'))

  const beginnings = Object.keys(NAMED)
  expect(keptKeys().filter((key) => !beginnings.some((beginning) => key.startsWith(beginning)))).toEqual([])
  expect(beginnings.filter((beginning) => !keptKeys().some((key) => key.startsWith(beginning)))).toEqual([])
  expect(document.cookie).toBe('')
})

it('no other program of the site writes into a storage', () => {
  const folder = path.resolve('src/client')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const writers = sources
    .map((file) => path.posix.join('src/client', file))
    .filter((file) => /\b(localStorage|sessionStorage|indexedDB|caches|document\.cookie)\b/.test(code(file)))

  expect(sources.length).toBeGreaterThan(100)
  expect(writers).toEqual(WRITERS)
})

/** A file without its comments. */
function code(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}
