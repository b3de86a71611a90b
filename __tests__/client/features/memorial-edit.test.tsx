import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'

import { Biography } from '@client/features/memorial/MemorialContent'
import { MemorialHead } from '@client/features/memorial/MemorialHead'
import { accountChangedElsewhere } from '@client/session/session-slice'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openPage, openSection } from '@support/section'
import { hold, refuse, requestsTo, serve, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const UPDATE = 'memorial/update/7/'
const owner = aUser({ id: 1 })

beforeAll(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

/** By text, not by role: roles of a long page take jsdom a second to work out. */
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
const field = (label: string) => screen.getByLabelText(label, { selector: 'input, textarea' })
const write = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } })

async function openPageToEdit() {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  const page = openPage('/memorials/7', { as: owner })
  fireEvent.click(await screen.findByText('Редактировать'))
  return page
}

/** What is edited in place at the top of the page. */
async function openToEdit(stored: Partial<Memorial> = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...stored }))
  const section = openSection(
    7,
    (memorial) => (
      <>
        <MemorialHead memorial={memorial} isEditing />
        <Biography memorial={memorial} isEditing />
      </>
    ),
    { as: owner },
  )
  await screen.findByText('Изменить имя')
  return section
}

/** The server takes what is sent, and answers and shows the memorial so from then on. */
function acceptChange(memorial: Partial<Memorial>): void {
  const changed = aMemorial({ id: 7, user_id: 1, ...memorial })
  serve('patch', UPDATE, changed)
  serveMemorial(changed)
}

async function sentFields(): Promise<Record<string, FormDataEntryValue>> {
  await waitFor(() => expect(requestsTo('patch', UPDATE)).not.toHaveLength(0))
  const { expected: _expected, ...fields } = Object.fromEntries(
    (await requestsTo('patch', UPDATE).at(-1)?.formData()) ?? [],
  )
  return fields
}

describe('the edit mode', () => {
  it.each([
    ['a guest', undefined],
    ['another account', aUser({ id: 2 })],
  ])('is not offered to %s', async (_who, as) => {
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
    openAt('/memorials/7', { as })

    await screen.findByText('Написать')
    expect(screen.queryByText('Редактировать')).not.toBeInTheDocument()
  })

  it('is entered and left by its owner with one button', async () => {
    await openPageToEdit()

    expect(screen.getByText('Изменить имя')).toBeVisible()
    press('Готово')

    expect(screen.queryByText('Изменить имя')).not.toBeInTheDocument()
    expect(screen.getByText('Редактировать')).toBeVisible()
  })

  it('ends with the account, even if that left in another tab', async () => {
    const { store } = await openPageToEdit()
    act(() => void store.dispatch(accountChangedElsewhere({ token: undefined })))

    await waitFor(() => expect(screen.queryByText('Изменить имя')).not.toBeInTheDocument())
    expect(screen.queryByText('Готово')).not.toBeInTheDocument()
  })
})

describe('the name', () => {
  it('is saved on its own, cleaned, and shown', async () => {
    await openToEdit()
    press('Изменить имя')
    expect(screen.getByLabelText('Фамилия')).toHaveFocus()

    write('Фамилия', '  римская-корсакова ')
    write('Отчество', '')
    acceptChange({ lastname: 'Римская-Корсакова', surname: null })
    press('Сохранить')

    expect(await screen.findByText('Имя сохранено')).toBeVisible()
    expect(await sentFields()).toEqual({
      lastname: 'Римская-Корсакова',
      name: 'Анна',
      surname: '',
      maiden_name: '',
    })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Римская-Корсакова Анна')
    expect(screen.getByText('Изменить имя')).toHaveFocus()
  })

  it('is shown as the server took it, before the page is asked for again', async () => {
    await openToEdit()
    press('Изменить имя')
    write('Имя', 'Мария')
    acceptChange({ name: 'Мария' })
    const release = hold('get', 'memorial/7')
    press('Сохранить')

    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Соколова Мария Петровна'))
    release()
  })

  it('of Latin letters is not sent', async () => {
    await openToEdit()
    press('Изменить имя')

    write('Имя', 'Anna')
    press('Сохранить')

    expect(await screen.findByText('Имя может содержать только русские буквы, дефисы и пробелы')).toBeVisible()
    expect(requestsTo('patch', UPDATE)).toHaveLength(0)
  })

  it('that was not saved stays in its form, and goes only after a question', async () => {
    await openToEdit()
    press('Изменить имя')
    write('Имя', 'Мария')
    refuse('patch', UPDATE, 500)
    press('Сохранить')

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при обновлении данных.')
    expect(screen.getByLabelText('Имя')).toHaveValue('Мария')
    press('Отмена')
    expect(await screen.findByText('То, что вы написали, не сохранено и пропадёт.')).toBeVisible()
    press('Остаться')
    expect(screen.getByLabelText('Имя')).toHaveValue('Мария')

    press('Отмена')
    press('Закрыть без сохранения')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Соколова Анна Петровна')
  })
})

describe('the dates', () => {
  const writeDay = (group: string, day: string) => {
    const parts = within(screen.getByLabelText(group))
    for (const [index, label] of ['День', 'Месяц', 'Год'].entries()) {
      fireEvent.change(parts.getByLabelText(label), { target: { value: day.split('.')[index] } })
    }
  }

  it('are saved and shown', async () => {
    await openToEdit()
    press('Изменить даты')
    writeDay('Дата рождения', '1.2.1930')
    acceptChange({ birth_date: '1930-02-01' })
    press('Сохранить')

    expect(await screen.findByText('1 февраля 1930 — 2 ноября 2014')).toBeVisible()
    expect(await sentFields()).toEqual({
      birth_date: '1930-02-01',
      birth_precision: 'day',
      death_date: '2014-11-02',
      death_precision: 'day',
    })
  })

  it('are known as well as their owner says', async () => {
    await openToEdit({ birth_date: '1931-01-01', birth_precision: 'about' })
    expect(screen.getByText('около 1931 — 2 ноября 2014')).toBeVisible()
    press('Изменить даты')
    const [birth, death] = ['Дата рождения', 'Дата смерти'].map((group) => within(screen.getByLabelText(group)))
    expect(birth?.getByLabelText('Год')).toHaveValue('1931')
    expect(birth?.getByLabelText('Около')).toBeChecked()

    fireEvent.click(birth?.getByLabelText('Точная дата неизвестна') as HTMLElement)
    expect(birth?.getByLabelText('День')).toHaveValue('')
    fireEvent.click(birth?.getByLabelText('Точная дата неизвестна') as HTMLElement)
    fireEvent.click(death?.getByLabelText('Точная дата неизвестна') as HTMLElement)
    fireEvent.click(death?.getByLabelText('Неизвестна') as HTMLElement)
    acceptChange({ birth_date: '1931-01-01', birth_precision: 'year', death_date: null, death_precision: 'unknown' })
    press('Сохранить')

    expect(await screen.findByText('1931 — дата неизвестна')).toBeVisible()
    expect(await sentFields()).toEqual({
      birth_date: '1931-01-01',
      birth_precision: 'year',
      death_precision: 'unknown',
    })
  })

  it('are not sent while they cannot be right', async () => {
    await openToEdit()
    press('Изменить даты')

    for (const [birth, death, message] of [
      ['2.11.2014', '2.11.2014', 'Дата рождения должна быть раньше даты смерти.'],
      ['1.1.1800', '2.1.1930', 'Разница между датами не может быть более 130 лет'],
      ['1.1.1980', '1.1.2999', 'Дата смерти не может быть в будущем'],
      ['1.13.1980', '1.1.1999', 'Месяц должен быть в диапазоне от 1 до 12.'],
      ['32.1.1980', '1.1.1999', 'День должен быть в диапазоне от 1 до 31.'],
      ['30.2.1980', '1.1.1999', 'Некорректная дата рождения.'],
      ['1.2.1980', '31.4.1999', 'Некорректная дата смерти.'],
      ['1.2.', '1.1.1999', 'Пожалуйста, заполните все поля дат корректными числами.'],
    ] as const) {
      writeDay('Дата рождения', birth)
      writeDay('Дата смерти', death)
      press('Сохранить')

      expect(await screen.findByText(message)).toBeVisible()
      expect(requestsTo('patch', UPDATE)).toHaveLength(0)
    }
  })

  it('that were not saved are told of', async () => {
    await openToEdit()
    press('Изменить даты')
    refuse('patch', UPDATE, 500)
    press('Сохранить')

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при обновлении даты.')
  })
})

describe('the biography', () => {
  it('is written, saved and shown', async () => {
    await openToEdit({ biography: null })
    press('Написать биографию')
    write('Биография', 'Первая строка.')
    acceptChange({ biography: 'Первая строка.' })
    press('Сохранить')

    expect(await screen.findByText('Биография сохранена')).toBeVisible()
    expect(await sentFields()).toEqual({ biography: 'Первая строка.' })
    expect(screen.getByText('Первая строка.')).toBeVisible()
  })

  it('that was not saved is told of, and nothing typed is lost', async () => {
    await openToEdit()
    press('Изменить биографию')
    write('Биография', 'Новая.')
    refuse('patch', UPDATE, 500)
    press('Сохранить')

    expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка при обновлении биографии.')
    expect(field('Биография')).toHaveValue('Новая.')
  })

  it('is sent once, however often one presses', async () => {
    await openToEdit()
    press('Изменить биографию')
    write('Биография', 'Новая.')
    acceptChange({ biography: 'Новая.' })
    const release = hold('patch', UPDATE)
    press('Сохранить')
    fireEvent.click(await screen.findByText('Сохраняем...'))
    release()

    await screen.findByText('Биография сохранена')
    expect(requestsTo('patch', UPDATE)).toHaveLength(1)
  })
})

describe('the photo', () => {
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Фото', { selector: 'input' }), { target: { files: [file] } })
  const picture = new File(['jpeg'], 'photo.jpg', { type: 'image/jpeg' })

  it('is replaced', async () => {
    await openToEdit()
    press('Добавить фото')
    choose(picture)
    acceptChange({ photo_path: '/media/7/picture.jpg' })
    press('Сохранить')

    expect(await screen.findByText('Фото сохранено')).toBeVisible()
    expect(Object.keys(await sentFields())).toEqual(['photo'])
    expect(screen.getByAltText('Фото: Соколова Анна Петровна')).toHaveAttribute('src', '/media/7/picture.jpg')
  })

  it('has to be chosen first', async () => {
    await openToEdit()
    press('Добавить фото')
    press('Сохранить')

    expect(await screen.findByText('Сначала выберите файл.')).toBeVisible()
    expect(requestsTo('patch', UPDATE)).toHaveLength(0)
  })

  it('can be turned and shown whole again, without another file', async () => {
    const photo = { photo_path: '/media/7/picture.jpg', photo_original_path: '/media/6/picture.jpg' }
    await openToEdit({ ...photo, photo_rotate: 0, photo_crop: null })
    press('Изменить фото')
    fireEvent.click(await screen.findByText('Повернуть'))
    acceptChange({ ...photo, photo_rotate: 90 })
    press('Сохранить')

    expect(await screen.findByText('Фото сохранено')).toBeVisible()
    expect(await sentFields()).toEqual({ rotate: '90', crop: '' })
  })

  it('that is no picture is refused with the server’s reason', async () => {
    await openToEdit()
    press('Добавить фото')
    choose(picture)
    refuse('patch', UPDATE, 415, 'Это не фотография.')
    press('Сохранить')

    expect(await screen.findByText('Это не фотография.')).toBeVisible()
    expect(screen.getAllByText('Ошибка при обновлении данных.')[0]).toBeVisible()
  })

  it.each([
    [429, 'Слишком много фотографий за час. Попробуйте позже.'],
    [503, 'Сервис временно недоступен.'],
  ])('that is not taken for now (%i) says why, in the server’s words', async (status, sentence) => {
    await openToEdit()
    press('Добавить фото')
    choose(picture)
    refuse('patch', UPDATE, status, sentence)
    press('Сохранить')

    expect(await screen.findByRole('alert')).toHaveTextContent(`Ошибка при обновлении данных. ${sentence}`)
  })
})
