import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const CREATE = 'memorial/create'

beforeAll(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

async function open({ advanced_memorials_left = 0 } = {}) {
  const page = openAt('/memorials/create', { as: aUser({ advanced_memorials_left }) })
  await screen.findByRole('heading', { name: 'Создать мемориал' })
  const submit = () => page.user.click(screen.getByRole('button', { name: 'Создать мемориал' }))
  return { ...page, submit }
}

type Page = Awaited<ReturnType<typeof open>>

async function typeDay({ user }: Page, group: string, digits: string): Promise<void> {
  await user.click(within(screen.getByRole('group', { name: group })).getByRole('textbox', { name: 'День' }))
  await user.keyboard(digits)
}

async function fill(page: Page, { birth = '09051931', death = '02112014' } = {}): Promise<void> {
  await page.user.type(screen.getByRole('textbox', { name: 'Фамилия' }), 'соколова')
  await page.user.type(screen.getByRole('textbox', { name: 'Имя' }), 'анна')
  await typeDay(page, 'Дата рождения', birth)
  await typeDay(page, 'Дата смерти', death)
}

async function lastBody(): Promise<Record<string, FormDataEntryValue>> {
  await waitFor(() => expect(requestsTo('post', CREATE)).not.toHaveLength(0))
  return Object.fromEntries((await requestsTo('post', CREATE).at(-1)?.formData()) ?? [])
}

describe('creating a memorial', () => {
  it('sends what was filled in, and goes to the cabinet', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([aMemorial()])
    const page = await open()

    await fill(page)
    await page.user.type(screen.getByRole('textbox', { name: 'Биография' }), 'Учила детей.')
    await page.user.click(screen.getByRole('checkbox', { name: 'Публичная страница' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Герой СВО' }))
    await page.submit()

    expect(await lastBody()).toEqual({
      lastname: 'Соколова',
      name: 'Анна',
      surname: '',
      birth_date: '1931-05-09',
      death_date: '2014-11-02',
      biography: 'Учила детей.',
      public_status: 'true',
      swo_status: 'true',
      rate_check: 'false',
    })
    await waitFor(() => expect(page.address()).toBe('/profile'))
    expect(await screen.findByText('Мемориал создан')).toBeVisible()
  })

  it('raises the first letters of names while they are typed, and leaves the caret where it is', async () => {
    const page = await open()
    const lastname = screen.getByRole<HTMLInputElement>('textbox', { name: 'Фамилия' })

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
    await fill(page)

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
    expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveFocus()
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('takes the focus to a date when only that is wrong', async () => {
    const page = await open()
    await fill(page, { death: '02132014' })

    await page.submit()

    expect(await screen.findByText('Месяц должен быть в диапазоне от 1 до 12.')).toBeVisible()
    const death = within(screen.getByRole('group', { name: 'Дата смерти' }))
    expect(death.getByRole('textbox', { name: 'Месяц' })).toHaveFocus()
  })

  it.each([
    ['Фамилия', 'Фамилия может содержать только русские буквы, дефисы и пробелы'],
    ['Имя', 'Имя может содержать только русские буквы, дефисы и пробелы'],
    ['Отчество', 'Отчество может содержать только русские буквы, дефисы и пробелы'],
  ])('takes only Russian letters in %s', async (field, message) => {
    const page = await open()
    await fill(page)
    await page.user.clear(screen.getByRole('textbox', { name: field }))
    await page.user.type(screen.getByRole('textbox', { name: field }), 'Smith')

    await page.submit()

    expect(await screen.findByText(message)).toBeVisible()
  })

  it.each([
    [{ birth: '32051931' }, 'День должен быть в диапазоне от 1 до 31.'],
    [{ birth: '09131931' }, 'Месяц должен быть в диапазоне от 1 до 12.'],
    [{ birth: '30021931' }, 'Некорректная дата рождения.'],
    [{ death: '31042014' }, 'Некорректная дата смерти.'],
    [{ birth: '09052014', death: '02111931' }, 'Дата рождения должна быть раньше даты смерти'],
    [{ death: '01012999' }, 'Дата смерти не может быть в будущем'],
    [{ birth: '01111884', death: '02112014' }, 'Разница между датами не может быть более 130 лет'],
    [{ birth: '0905193' }, 'Пожалуйста, заполните все поля дат корректными числами.'],
  ])('%p: %s', async (days, message) => {
    const page = await open()
    await fill(page, days)

    await page.submit()

    expect(await screen.findByText(message)).toBeVisible()
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('lets a hero be only while the page is public', async () => {
    const page = await open()
    const isPublic = screen.getByRole('checkbox', { name: 'Публичная страница' })
    const isHero = screen.getByRole('checkbox', { name: 'Герой СВО' })
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

    await page.user.click(screen.getByRole('checkbox', { name: 'Продвинутый мемориал' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('У вас нет права на размещение продвинутого мемориала')
    expect(screen.getByRole('checkbox', { name: 'Продвинутый мемориал' })).not.toBeChecked()
  })

  it('lets those have one who may', async () => {
    const page = await open({ advanced_memorials_left: 1 })

    await page.user.click(screen.getByRole('checkbox', { name: 'Продвинутый мемориал' }))

    expect(screen.getByRole('checkbox', { name: 'Продвинутый мемориал' })).toBeChecked()
  })
})

describe('what the server refuses', () => {
  it.each([
    [
      'a rule, with the name of its field',
      () =>
        refuse('post', CREATE, 422, [
          { type: 'x', loc: ['body', 'lastname'], msg: 'Слишком длинно' },
          { type: 'x', loc: ['body', 'name'], msg: 'Не это' },
        ]),
      'Ошибка в поле Фамилия: Слишком длинно',
    ],
    [
      'a sentence, as it stands',
      () => refuse('post', CREATE, 403, 'Вы создали все мемориалы, которые можно'),
      'Вы создали все мемориалы, которые можно',
    ],
    ['a code, which nobody reads', () => refuse('post', CREATE, 500), 'Произошла неизвестная ошибка.'],
    ['no answer', () => disconnect('post', CREATE), 'Произошла неизвестная ошибка.'],
  ])('is said in the form and in a toast: %s', async (_what, arrange, message) => {
    arrange()
    const page = await open()
    await fill(page)

    await page.submit()

    expect(await within(document.querySelector('form') as HTMLElement).findByRole('alert')).toHaveTextContent(message)
    expect(await screen.findByRole('status')).toHaveTextContent(message)
    expect(page.address()).toBe('/memorials/create')
  })

  it('is shown at its field, which takes the focus', async () => {
    refuse('post', CREATE, 422, [{ type: 'x', loc: ['body', 'name'], msg: 'Не похоже на имя' }])
    const page = await open()
    await fill(page)

    await page.submit()

    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Имя' })).toHaveFocus())
    expect(screen.getByRole('textbox', { name: 'Имя' })).toHaveAccessibleDescription('Не похоже на имя')
  })
})

describe('the draft', () => {
  it('waits for the return of a visitor whose session ended', async () => {
    refuse('post', CREATE, 401, 'Unauthorized')
    const page = await open()
    await fill(page)

    await page.submit()

    await waitFor(() => expect(page.address()).toBe('/login'))
    page.unmount()
    await open()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('Соколова'))
    const death = within(screen.getByRole('group', { name: 'Дата смерти' }))
    expect(death.getByRole('textbox', { name: 'Год' })).toHaveValue('2014')
  })

  it('is of one account, and ends with the memorial', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([])
    const page = await open()
    await fill(page)
    expect(sessionStorage.getItem('memorial-draft-1')).toContain('Соколова')

    await page.submit()

    await waitFor(() => expect(page.address()).toBe('/profile'))
    expect(sessionStorage.getItem('memorial-draft-1')).toBeNull()
  })
})

describe('the photo', () => {
  const photo = new File(['x'], 'anna.jpg', { type: 'image/jpeg' })
  const input = () => screen.getByLabelText<HTMLInputElement>('Фото', { selector: 'input' })

  it('is shown, sent, and can be taken away before', async () => {
    serve('post', CREATE, aMemorial(), 201)
    serveMyMemorials([])
    const page = await open()
    await fill(page)

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

  it.each([
    [new File(['x'], 'letter.pdf', { type: 'application/pdf' }), /в формате JPEG, PNG, WebP или HEIC/],
    [new File([], 'empty.jpg', { type: 'image/jpeg' }), /Файл пуст/],
    [Object.defineProperty(new File(['x'], 'huge.jpg', { type: 'image/jpeg' }), 'size', { value: 21e6 }), /20 МБ/],
  ])('is refused before it is sent for nothing', async (file, message) => {
    await open()

    fireEvent.drop(screen.getByRole('group', { name: 'Фото' }), { dataTransfer: { files: [file] } })

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.queryByText(file.name)).not.toBeInTheDocument()
  })
})
