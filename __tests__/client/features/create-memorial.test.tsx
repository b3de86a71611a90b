import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openPage } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const CREATE = 'memorial/create'

beforeAll(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

async function open({ advanced_memorials_left = 0 } = {}) {
  const page = openPage('/memorials/create', { as: aUser({ advanced_memorials_left }) })
  await screen.findByLabelText('Фамилия')
  const submit = () => page.user.click(screen.getByText('Создать мемориал', { selector: 'button' }))
  return { ...page, submit }
}

/** By label, not by role: roles of a long form take jsdom a second to work out. */
function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

/** `day` as 09.05.1931, written part by part. */
function writeDay(group: 'Дата рождения' | 'Дата смерти', day: string): void {
  const parts = within(screen.getByLabelText(group))
  for (const [index, label] of ['День', 'Месяц', 'Год'].entries()) {
    fireEvent.change(parts.getByLabelText(label), { target: { value: day.split('.')[index] } })
  }
}

function fill(): void {
  write('Фамилия', 'Соколова')
  write('Имя', 'Анна')
  writeDay('Дата рождения', '09.05.1931')
  writeDay('Дата смерти', '02.11.2014')
}

const checkbox = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function lastBody(): Promise<Record<string, FormDataEntryValue>> {
  await waitFor(() => expect(requestsTo('post', CREATE)).not.toHaveLength(0))
  return Object.fromEntries((await requestsTo('post', CREATE).at(-1)?.formData()) ?? [])
}

beforeEach(() => serveMyMemorials([]))

describe('creating a memorial', () => {
  it('sends what was filled in, and goes to the cabinet', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([aMemorial()])
    const page = await open()

    fill()
    write('Биография', 'Учила детей.')
    await page.user.click(checkbox('Публичная страница'))
    await page.user.click(checkbox('Герой СВО'))
    await page.submit()

    expect(await lastBody()).toEqual({
      lastname: 'Соколова',
      name: 'Анна',
      surname: '',
      maiden_name: '',
      birth_date: '1931-05-09',
      birth_precision: 'day',
      death_date: '2014-11-02',
      death_precision: 'day',
      biography: 'Учила детей.',
      public_status: 'true',
      swo_status: 'true',
      indexable: 'true',
      rate_check: 'false',
    })
    await waitFor(() => expect(page.address()).toBe('/profile'))
    expect(await screen.findByText('Мемориал создан')).toBeVisible()
  })

  it('raises the first letters of names while they are typed, and leaves the caret where it is', async () => {
    const page = await open()
    const lastname = screen.getByLabelText<HTMLInputElement>('Фамилия')

    await page.user.type(lastname, 'римский-корсаков')
    expect(lastname).toHaveValue('Римский-Корсаков')

    await page.user.type(lastname, '-ё', { initialSelectionStart: 7, initialSelectionEnd: 7 })
    expect(lastname).toHaveValue('Римский-Ё-Корсаков')
    expect(lastname.selectionStart).toBe(9)
  })

  it('says so while it is on its way, and is not sent twice', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([])
    const release = hold('post', CREATE)
    const page = await open()
    fill()

    await page.submit()
    const button = await screen.findByRole('button', { name: 'Создаём мемориал...' })
    expect(screen.getByRole('progressbar')).toBeVisible()
    await page.user.click(button)
    release()

    await waitFor(() => expect(page.address()).toBe('/profile'))
    expect(requestsTo('post', CREATE)).toHaveLength(1)
  })
})

describe('what the form refuses', () => {
  it('names every required field and takes the focus to the first', async () => {
    const page = await open()

    await page.submit()

    expect(await screen.findByText('Поле «Фамилия» обязательно для заполнения')).toBeVisible()
    expect(screen.getByText('Поле «Имя» обязательно для заполнения')).toBeVisible()
    expect(screen.getAllByText('Пожалуйста, заполните все поля дат корректными числами.')).toHaveLength(2)
    await waitFor(() => expect(screen.getByLabelText('Фамилия')).toHaveFocus())
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('says nothing before the first attempt: a note that appears would move the button under the finger', async () => {
    const page = await open()

    await page.user.type(screen.getByLabelText('Фамилия'), 'Smith')
    await page.user.tab()

    expect(screen.getByLabelText('Имя')).toHaveFocus()
    expect(screen.queryByText(/только русские буквы/)).not.toBeInTheDocument()
  })

  it('takes the focus to a date when only that is wrong', async () => {
    const page = await open()
    fill()
    writeDay('Дата смерти', '02.13.2014')

    await page.submit()

    expect(await screen.findByText('Месяц должен быть в диапазоне от 1 до 12.')).toBeVisible()
    const death = within(screen.getByLabelText('Дата смерти'))
    await waitFor(() => expect(death.getByLabelText('Месяц')).toHaveFocus())
  })

  it('takes only Russian letters in names', async () => {
    const page = await open()
    fill()

    for (const field of ['Фамилия', 'Имя', 'Отчество']) {
      write(field, 'Smith')
      await page.submit()

      expect(await screen.findByText(`${field} может содержать только русские буквы, дефисы и пробелы`)).toBeVisible()
      expect(requestsTo('post', CREATE)).toHaveLength(0)
      write(field, 'Соколова')
      await waitFor(() => expect(screen.queryByText(/может содержать только/)).not.toBeInTheDocument())
    }
  })

  it('says what is wrong with the days, and goes on saying it while they are mended', async () => {
    const page = await open()
    fill()
    writeDay('Дата рождения', '32.05.1931')
    await page.submit()
    expect(await screen.findByText('День должен быть в диапазоне от 1 до 31.')).toBeVisible()

    for (const [birth, death, message] of [
      ['09.13.1931', '02.11.2014', 'Месяц должен быть в диапазоне от 1 до 12.'],
      ['30.02.1931', '02.11.2014', 'Некорректная дата рождения.'],
      ['09.05.1931', '31.04.2014', 'Некорректная дата смерти.'],
      ['09.05.2014', '02.11.1931', 'Дата рождения должна быть раньше даты смерти'],
      ['09.05.1931', '01.01.2999', 'Дата смерти не может быть в будущем'],
      ['01.11.1884', '02.11.2014', 'Разница между датами не может быть более 130 лет'],
      ['09.05.193', '02.11.2014', 'Пожалуйста, заполните все поля дат корректными числами.'],
    ] as const) {
      writeDay('Дата рождения', birth)
      writeDay('Дата смерти', death)
      expect(await screen.findByText(message)).toBeVisible()
    }
    writeDay('Дата рождения', '02.11.1884')
    await waitFor(() => expect(screen.queryByText(/корректными числами/)).not.toBeInTheDocument())
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('lets a hero be only while the page is public', async () => {
    const page = await open()
    const isPublic = checkbox('Публичная страница')
    const isHero = checkbox('Герой СВО')
    expect(isHero).toBeDisabled()

    await page.user.click(isPublic)
    await page.user.click(isHero)
    expect(isHero).toBeChecked()
    await page.user.click(isPublic)

    expect(isHero).not.toBeChecked()
    expect(isHero).toBeDisabled()
  })

  it('lets nobody have an advanced memorial who has none left', async () => {
    const page = await open({ advanced_memorials_left: 0 })

    await page.user.click(checkbox('Альбом, голос и видео'))

    expect(await screen.findByRole('alert')).toHaveTextContent('У вас нет права на размещение продвинутого мемориала')
    expect(checkbox('Альбом, голос и видео')).not.toBeChecked()
  })

  it('lets those have one who may', async () => {
    const page = await open({ advanced_memorials_left: 1 })

    await page.user.click(checkbox('Альбом, голос и видео'))

    expect(checkbox('Альбом, голос и видео')).toBeChecked()
  })
})

describe('what the server refuses', () => {
  it('is said in the form and in a toast', async () => {
    const page = await open()
    fill()

    for (const [arrange, message] of [
      // A rule, with the name of its field.
      [
        () =>
          refuse('post', CREATE, 422, [
            { type: 'x', loc: ['body', 'lastname'], msg: 'Слишком длинно' },
            { type: 'x', loc: ['body', 'name'], msg: 'Не это' },
          ]),
        'Ошибка в поле Фамилия: Слишком длинно',
      ],
      // A sentence, as it stands.
      [
        () => refuse('post', CREATE, 403, 'Вы создали все мемориалы, которые можно'),
        'Вы создали все мемориалы, которые можно',
      ],
      [
        () => refuse('post', CREATE, 429, 'Слишком много фотографий за час. Попробуйте позже.'),
        'Слишком много фотографий за час. Попробуйте позже.',
      ],
      [() => refuse('post', CREATE, 503, 'Сервис временно недоступен.'), 'Сервис временно недоступен.'],
      // A code, which nobody reads.
      [() => refuse('post', CREATE, 500), 'Произошла неизвестная ошибка.'],
    ] as const) {
      arrange()
      await page.submit()
      await expectSaidTwice(message)
    }
    expect(page.address()).toBe('/memorials/create')
  })

  it('is said where no answer came', async () => {
    disconnect('post', CREATE)
    const page = await open()
    fill()

    await page.submit()

    await expectSaidTwice('Произошла неизвестная ошибка.')
    expect(page.address()).toBe('/memorials/create')
  })

  async function expectSaidTwice(message: string): Promise<void> {
    const form = within(document.querySelector('form') as HTMLElement)
    await waitFor(() => expect(form.getByRole('alert')).toHaveTextContent(message))
    await waitFor(() => expect(screen.getAllByText(message, { exact: false })).toHaveLength(2))
  }

  it('is shown at its field, which takes the focus', async () => {
    refuse('post', CREATE, 422, [{ type: 'x', loc: ['body', 'name'], msg: 'Не похоже на имя' }])
    const page = await open()
    fill()

    await page.submit()

    await waitFor(() => expect(screen.getByLabelText('Имя')).toHaveFocus())
    expect(screen.getByLabelText('Имя')).toHaveAccessibleDescription('Не похоже на имя')
  })
})

describe('the draft', () => {
  it('waits for the return of a visitor whose session ended', async () => {
    refuse('post', CREATE, 401, 'Unauthorized')
    const page = await open()
    fill()
    const birth = () => within(screen.getByLabelText('Дата рождения'))
    fireEvent.click(birth().getByLabelText('Точная дата неизвестна'))
    fireEvent.click(birth().getByLabelText('Около'))

    await page.submit()

    await waitFor(() => expect(page.address()).toBe('/login'))
    page.unmount()
    await open()
    await waitFor(() => expect(screen.getByLabelText('Фамилия')).toHaveValue('Соколова'))
    const death = within(screen.getByLabelText('Дата смерти'))
    expect(death.getByLabelText('Год')).toHaveValue('2014')
    expect(birth().getByLabelText('Около')).toBeChecked()
    expect(birth().getByLabelText('Год')).toHaveValue('1931')
  })

  it('is of one account, and ends with the memorial', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([])
    const page = await open()
    fill()
    expect(localStorage.getItem('memorial-draft-1')).toContain('Соколова')

    await page.submit()

    await waitFor(() => expect(page.address()).toBe('/profile'))
    expect(localStorage.getItem('memorial-draft-1')).toBeNull()
  })
})

describe('the photo', () => {
  const photo = new File(['x'], 'anna.jpg', { type: 'image/jpeg' })
  const input = () => screen.getByLabelText<HTMLInputElement>('Фото', { selector: 'input' })

  it('is shown, sent, and can be taken away before', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([])
    const page = await open()
    fill()

    await page.user.upload(input(), photo)
    expect(await screen.findByRole('img', { name: 'Выбранное фото' })).toHaveAttribute('src', 'blob:photo')
    await page.user.click(screen.getByRole('button', { name: 'Убрать фото' }))
    expect(screen.queryByText('anna.jpg')).not.toBeInTheDocument()
    await page.user.upload(input(), photo)
    await page.submit()

    expect(await lastBody()).toMatchObject({ file: expect.objectContaining({ name: 'anna.jpg' }) as unknown })
  })

  it('can be dropped', async () => {
    await open()

    fireEvent.drop(screen.getByRole('group', { name: 'Фото' }), { dataTransfer: { files: [photo] } })

    expect(await screen.findByText('anna.jpg')).toBeVisible()
  })

  it('can be an iPhone’s, whose type the browser does not know', async () => {
    await open()

    fireEvent.drop(screen.getByRole('group', { name: 'Фото' }), {
      dataTransfer: { files: [new File(['x'], 'IMG_1945.HEIC')] },
    })

    expect(await screen.findByText('IMG_1945.HEIC')).toBeVisible()
  })

  it('is refused before it is sent for nothing', async () => {
    await open()

    for (const [file, message] of [
      [new File(['x'], 'letter.pdf', { type: 'application/pdf' }), /в формате JPEG, PNG, HEIC, TIFF и других/],
      [new File([], 'empty.jpg', { type: 'image/jpeg' }), /Файл пуст/],
      [Object.defineProperty(new File(['x'], 'huge.jpg', { type: 'image/jpeg' }), 'size', { value: 21e6 }), /20 МБ/],
    ] as const) {
      fireEvent.drop(screen.getByLabelText('Фото', { selector: '[role=group]' }), { dataTransfer: { files: [file] } })

      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
      expect(screen.queryByText(file.name)).not.toBeInTheDocument()
    }
  })
})
