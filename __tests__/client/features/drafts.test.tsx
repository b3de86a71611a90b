import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { User } from '@contract/user'
import { ADVANCED, type Memorial } from '@contract/memorial'
import { ArchiveSection } from '@client/features/memorial/archives/Archives'
import { Biography } from '@client/features/memorial/MemorialContent'
import { BurialPlace } from '@client/features/memorial/burial/BurialPlace'
import { MemorialHead } from '@client/features/memorial/MemorialHead'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { aMemorial, aMemory, anArchiveItem, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openAt } from '@support/render'
import { ANNA, button, dialog, openCabinet } from '@support/reports-desk'
import { openSection, openTools } from '@support/section'
import { refuse, requestsTo, serve, serveArchive, serveMemorial, serveMemories } from '@support/server'

/** What is typed into a form outlives the browser that was closed. */

const TIMEOUT_MS = 180_000
/** The first screen of a file is loaded before it is shown. */
const SLOW = { timeout: 30_000 }
const NOTE = /^Мы вернули то, что вы написали раньше/
const OWNER = aUser({ id: 1 })

const stored = (key: string) => localStorage.getItem(key)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

beforeEach(() => {
  keepEverythingInView()
  servePageOf(1)
})

function servePageOf(owner: number): void {
  serveMemorial(
    aMemorial({ id: 7, user_id: owner, biography: 'Учила.', profile_rate: ADVANCED, media_storage_limit: 1e9 }),
  )
  serveMemories(7, [aMemory({ id: 3, memorials_id: 7, author: 'Мария' })])
  serveArchive('photo', 7, [anArchiveItem({ id: 4, description: null })])
}

const HEAD = (memorial: Memorial) => <MemorialHead memorial={memorial} isEditing />
const BIOGRAPHY = (memorial: Memorial) => <Biography memorial={memorial} isEditing />
const BURIAL = ({ id }: Memorial) => <BurialPlace memorialId={id} isEditing />
const PHOTOS = (memorial: Memorial) => <ArchiveSection kind="photo" memorial={memorial} isEditing isKeeper />
const WORDS = (memorial: Memorial) => <MemoriesSection memorial={memorial} isEditing />

async function edit(section: typeof HEAD, as: User = OWNER) {
  const page = openSection(7, section, { as })
  if (section === PHOTOS) await openTools('фотографии')
  if (section === WORDS) await openTools('слова памяти')
  return page
}

describe.each([
  [
    'the name',
    HEAD,
    'name-draft-7-1',
    /^Изменить имя/,
    () => screen.getByRole('textbox', { name: /^Фамилия/ }),
    'Орлова',
  ],
  [
    'the biography',
    BIOGRAPHY,
    'biography-draft-7-1',
    /^Изменить биографи/,
    () => screen.getByLabelText('Биография', { selector: 'textarea' }),
    'Учила всех.',
  ],
  [
    'the burial place',
    BURIAL,
    'burial-draft-7-1',
    /^Указать место захоронения/,
    () => screen.getByRole('textbox', { name: /^Адрес захоронения/ }),
    'Казань',
  ],
  [
    'a description',
    PHOTOS,
    'description-draft-4-1',
    /^Подписать/,
    () => screen.getByRole('textbox', { name: /^Когда/ }),
    'Лето 1956',
  ],
  [
    'words of somebody',
    WORDS,
    'edited-memory-draft-3-1',
    /^Изменить воспоминание/,
    () => screen.getByRole('textbox', { name: /^Воспоминание/ }),
    'Иначе.',
  ],
  [
    'the reply to words',
    WORDS,
    'reply-draft-3-1',
    /^Ответить/,
    () => screen.getByRole('textbox', { name: /^Ответ/ }),
    'Спасибо вам.',
  ],
])('%s', (_what, section, key, opener, field, text) => {
  it(
    'comes back to who wrote it, and not to another account',
    async () => {
      const first = await edit(section)
      await first.user.click(await screen.findByRole('button', { name: opener }))
      type(field(), text)
      await waitFor(() => expect(stored(key)).toContain(text))
      first.unmount()

      servePageOf(2)
      const second = await edit(section, aUser({ id: 2, email: 'brat@example.ru' }))
      await second.user.click(await screen.findByRole('button', { name: opener }))
      expect(field()).not.toHaveValue(text)
      expect(screen.queryByText(NOTE)).not.toBeInTheDocument()
      second.unmount()

      servePageOf(1)
      const third = await edit(section)
      await third.user.click(await screen.findByRole('button', { name: opener }))
      await waitFor(() => expect(field()).toHaveValue(text))
      expect(await screen.findByText(NOTE)).toBeVisible()
      await third.user.click(screen.getByRole('button', { name: 'Отмена' }))
      expect(stored(key)).toBeNull()
    },
    TIMEOUT_MS,
  )
})

it(
  'the dates come back as they were left',
  async () => {
    const first = await edit(HEAD)
    const birth = () => within(screen.getByLabelText('Дата рождения'))
    await first.user.click(await screen.findByRole('button', { name: 'Изменить даты' }))
    await first.user.click(birth().getByLabelText('Точная дата неизвестна'))
    await waitFor(() => expect(stored('dates-draft-7-1')).not.toBeNull())
    first.unmount()

    const second = await edit(HEAD)
    await second.user.click(await screen.findByRole('button', { name: 'Изменить даты' }))
    await waitFor(() => expect(birth().getByLabelText('Точная дата неизвестна')).toBeChecked())
    expect(await screen.findByText(NOTE)).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'a request to be let in comes back without the address, and ends when it is sent',
  async () => {
    refuse('get', 'memorial/8', 403, 'Страница закрыта. Введите PIN-код.')
    const open = async () => {
      const page = openAt('/memorials/8')
      await page.user.click(await screen.findByRole('button', { name: 'Попросить впустить меня' }, SLOW))
      return page
    }
    const field = (name: RegExp) => screen.getByRole('textbox', { name })
    const first = await open()
    type(field(/^Ваше имя/), 'Вера')
    type(field(/^E-mail/), 'vera@example.ru')
    type(field(/^Несколько слов/), 'Мы учились вместе.')
    await waitFor(() => expect(stored('access-request-draft-8-guest')).toContain('Мы учились вместе.'))
    expect(stored('access-request-draft-8-guest')).not.toContain('vera@example.ru')
    first.unmount()

    const { user } = await open()
    await waitFor(() => expect(field(/^Несколько слов/)).toHaveValue('Мы учились вместе.'))
    expect(field(/^Ваше имя/)).toHaveValue('Вера')
    serve('post', 'memorial/8/access-requests', null, 202)
    type(field(/^E-mail/), 'vera@example.ru')
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Передать просьбу' }))
    expect(await screen.findByText(/^Мы передали вашу просьбу/)).toBeVisible()
    expect(stored('access-request-draft-8-guest')).toBeNull()
  },
  TIMEOUT_MS,
)

it(
  'a report comes back without the address, and ends when it is sent',
  async () => {
    const key = 'report-draft-7-guest'
    const open = async () => {
      const page = openAt('/memorials/7')
      await page.user.click(await screen.findByRole('button', { name: 'Сообщить о странице' }, SLOW))
      await screen.findByRole('dialog', { name: 'Сообщить о странице' }, SLOW)
      return page
    }
    const words = () => screen.getByRole('textbox', { name: /^Несколько слов/ })
    const first = await open()
    await first.user.click(screen.getByRole('radio', { name: 'Другое' }))
    type(words(), 'Это не он.')
    type(screen.getByRole('textbox', { name: /^E-mail/ }), 'oleg@example.ru')
    await waitFor(() => expect(stored(key)).toContain('Это не он.'))
    expect(stored(key)).not.toContain('oleg@example.ru')
    first.unmount()

    const { user } = await open()
    await waitFor(() => expect(words()).toHaveValue('Это не он.'))
    expect(screen.getByRole('radio', { name: 'Другое' })).toBeChecked()
    serve('post', 'memorial/7/report', null, 202)
    await user.click(screen.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText(/^Спасибо, что написали/)).toBeVisible()
    expect(stored(key)).toBeNull()
  },
  TIMEOUT_MS,
)

it(
  'the reason for closing a page comes back to the moderator until the decision has arrived',
  async () => {
    const key = 'page-closing-draft-5-1'
    const open = async () => {
      const page = openCabinet([ANNA])
      fireEvent.click(await button('Закрыть страницу: Соколова Анна Петровна'))
      return { ...page, asked: await dialog('Закрыть страницу?') }
    }
    const first = await open()
    type(first.asked.getByRole('textbox', { name: 'Причина' }), 'Чужой адрес')
    await waitFor(() => expect(stored(key)).toContain('Чужой адрес'))
    first.unmount()

    const { asked } = await open()
    await waitFor(() => expect(asked.getByRole('textbox', { name: 'Причина' })).toHaveValue('Чужой адрес'))
    fireEvent.click(asked.getByRole('button', { name: 'Закрыть страницу' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    // It can still be undone.
    expect(stored(key)).toContain('Чужой адрес')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(requestsTo('post', 'reports/5/decide')).toHaveLength(1))
    await waitFor(() => expect(stored(key)).toBeNull())
  },
  TIMEOUT_MS,
)

describe('descriptions of chosen files', () => {
  const KEY = 'captions-draft-7-1'
  const WAITING = /^Описания, которые вы не успели отправить, сохранились/
  const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
  const editPhotos = async () => {
    const page = await edit(PHOTOS)
    await screen.findByLabelText(/^Выбрать/)
    return page
  }
  const photos = () => within(screen.getByRole('region', { name: 'Фотографии' }))
  const descriptions = () => photos().getAllByRole('textbox', { name: 'Описание' })
  const choose = (...files: File[]) =>
    act(async () => {
      fireEvent.change(photos().getByLabelText(/^Выбрать/), { target: { files } })
      await Promise.resolve()
    })

  it(
    'come back with their files, and go when they are sent',
    async () => {
      const first = await editPhotos()
      await choose(picture('IMG_1.jpg'), picture('IMG_2.jpg'))
      type(descriptions()[1] as HTMLElement, 'У Волги')
      await waitFor(() => expect(stored(KEY)).toContain('У Волги'))
      first.unmount()

      const { user } = await editPhotos()
      expect(await photos().findByText(WAITING)).toBeVisible()
      await choose(picture('IMG_2.jpg'))
      expect(descriptions()[0]).toHaveValue('У Волги')
      expect(photos().queryByText(WAITING)).not.toBeInTheDocument()
      serve('post', 'photo_archive/create', anArchiveItem({ id: 9 }), 201)
      await user.click(photos().getByRole('button', { name: 'Добавить на страницу' }))
      await waitFor(() => expect(stored(KEY)).toBeNull())
    },
    TIMEOUT_MS,
  )

  it(
    'typed before a file was chosen come back too, and those that are not needed go',
    async () => {
      const first = await editPhotos()
      type(descriptions()[0] as HTMLElement, 'Свадьба')
      await waitFor(() => expect(stored(KEY)).toContain('Свадьба'))
      await choose(picture('IMG_1.jpg'))
      await waitFor(() => expect(stored(KEY)).toContain('IMG_1.jpg'))
      first.unmount()

      const second = await editPhotos()
      await second.user.click(await photos().findByRole('button', { name: 'Не нужны' }))
      expect(photos().queryByText(WAITING)).not.toBeInTheDocument()
      expect(stored(KEY)).toBeNull()
      type(descriptions()[0] as HTMLElement, 'Дом')
      await waitFor(() => expect(stored(KEY)).toContain('Дом'))
      second.unmount()

      await editPhotos()
      await waitFor(() => expect(descriptions()[0]).toHaveValue('Дом'))
    },
    TIMEOUT_MS,
  )
})
