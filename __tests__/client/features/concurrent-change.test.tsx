import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial } from '@support/factories'
import { refuse, requestsTo, serve } from '@support/server'
import {
  changedBySomebody,
  expectedIn,
  open,
  press,
  REFUSAL,
  show,
  theirs,
  TIMEOUT_MS,
  UPDATE,
} from './shared-memorial'

const choice = (part: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: `${part}: какой вариант сохранить?` })).getByRole('radio', { name })
const biography = () => screen.getByLabelText('Биография', { selector: 'textarea' })

/** The sister has written of the page, which the brother has changed meanwhile, and pressed «Сохранить». */
async function saveSecond({ before = 'Прежнее.', hers = 'Слова сестры.', his = 'Слова брата.' } = {}) {
  await open({ biography: before }, 'Изменить биографию')
  fireEvent.change(biography(), { target: { value: hers } })
  changedBySomebody({ biography: his })
  press('Сохранить')
  return theirs('Биография')
}

it(
  'shows both texts to who saves second, and replaces theirs once they choose so',
  async () => {
    const group = await saveSecond()
    expect(await group.findByText('брата')).toBeVisible()
    expect(screen.getAllByText(REFUSAL)[0]).toBeVisible()
    expect(biography()).toHaveValue('Слова сестры.')
    expect(await expectedIn(0)).toEqual({ biography: 'Прежнее.' })

    serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, biography: 'Слова сестры.' }))
    show({ biography: 'Слова сестры.' })
    fireEvent.click(choice('Биография', 'Оставить мой'))
    press('Сохранить мой вариант')

    await waitFor(() => expect(screen.queryByLabelText('Биография', { selector: 'textarea' })).not.toBeInTheDocument())
    expect(await expectedIn(1)).toEqual({ biography: 'Слова брата.' })
    expect(await screen.findByText('Слова сестры.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'replaces nothing when who saves second presses the button again without a choice',
  async () => {
    await saveSecond()
    expect(choice('Биография', 'Оставить мой')).not.toBeChecked()
    expect(choice('Биография', 'Взять другой')).not.toBeChecked()

    press('Сохранить выбранное')

    expect(await screen.findByText('Выберите, какой вариант сохранить.')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('radiogroup', { name: 'Биография: какой вариант сохранить?' })).toHaveFocus(),
    )
    expect(requestsTo('patch', UPDATE)).toHaveLength(1)
    fireEvent.click(choice('Биография', 'Оставить мой'))
    await waitFor(() => expect(screen.queryByText('Выберите, какой вариант сохранить.')).not.toBeInTheDocument())
  },
  TIMEOUT_MS,
)

it(
  'takes theirs into the form, gives back what was written here, and sends nothing that stands on the page',
  async () => {
    await saveSecond()
    fireEvent.click(choice('Биография', 'Взять другой'))
    expect(biography()).toHaveValue('Слова брата.')
    fireEvent.click(choice('Биография', 'Оставить мой'))
    expect(biography()).toHaveValue('Слова сестры.')
    expect(screen.getByText('Сохранить мой вариант')).toBeVisible()

    fireEvent.click(choice('Биография', 'Взять другой'))
    press('Оставить как на странице')

    expect(await screen.findByText('На странице всё осталось как было')).toBeVisible()
    expect(await screen.findByText('Слова брата.')).toBeVisible()
    expect(requestsTo('patch', UPDATE)).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it(
  'counts theirs as one’s own once it is changed by hand',
  async () => {
    await saveSecond()
    fireEvent.click(choice('Биография', 'Взять другой'))
    fireEvent.change(biography(), { target: { value: 'Слова брата и сестры.' } })

    expect(choice('Биография', 'Оставить мой')).toBeChecked()
    serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, biography: 'Слова брата и сестры.' }))
    press('Сохранить мой вариант')
    await waitFor(async () => expect(await expectedIn(1)).toEqual({ biography: 'Слова брата.' }))
  },
  TIMEOUT_MS,
)

it(
  'asks anew when they change it once more',
  async () => {
    await saveSecond()
    fireEvent.click(choice('Биография', 'Оставить мой'))
    changedBySomebody({ biography: 'Слова брата, другие.' })
    press('Сохранить мой вариант')

    expect(await (await theirs('Биография')).findByText('брата, другие')).toBeVisible()
    expect(choice('Биография', 'Оставить мой')).not.toBeChecked()
    expect(screen.getByText('Сохранить выбранное')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'marks the words in which two long texts differ, also while they are being joined',
  async () => {
    const group = await saveSecond({
      hers: 'Он учил нас плавать на Волге и грести.',
      his: 'Он учил нас плавать\n\nна Волге и ловить рыбу.',
    })
    const marked = (element: 'ins' | 'del') => group.queryAllByText(/./, { selector: element })
    const words = (element: 'ins' | 'del') => marked(element).map(({ textContent }) => textContent.trim())
    await waitFor(() => expect(words('ins')).toEqual(['ловить рыбу']))
    expect(words('del')).toEqual(['грести'])

    fireEvent.change(biography(), { target: { value: 'Он учил нас плавать на Волге, грести и ловить рыбу.' } })

    await waitFor(() => expect(words('ins')).toEqual([]))
    expect(words('del')).toEqual([', грести'])
  },
  TIMEOUT_MS,
)

describe('in a form of several fields', () => {
  it(
    'asks only about what both have changed, and takes theirs of what was not touched here',
    async () => {
      await open({ lastname: 'Соколова', name: 'Анна', surname: 'Петровна', maiden_name: null }, 'Изменить имя')
      fireEvent.change(screen.getByLabelText('Фамилия'), { target: { value: 'Соколова-Белова' } })
      fireEvent.change(screen.getByLabelText('Имя'), { target: { value: 'Анна-Мария' } })
      changedBySomebody({ lastname: 'Соколова', name: 'Аня', surname: 'Петровна', maiden_name: 'Белова' })
      press('Сохранить')

      expect((await theirs('Имя')).getByText('Аня')).toBeVisible()
      expect(screen.queryByRole('group', { name: 'Сейчас на странице: Фамилия' })).not.toBeInTheDocument()
      expect(choice('Девичья фамилия', 'Взять другой')).toBeChecked()
      expect(screen.getByLabelText('Девичья фамилия')).toHaveValue('Белова')

      fireEvent.click(choice('Имя', 'Взять другой'))
      serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1 }))
      press('Сохранить выбранное')

      await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(2))
      const sent = await requestsTo('patch', UPDATE)[1]?.formData()
      const names = ['lastname', 'name', 'surname', 'maiden_name'].map((field) => sent?.get(field))
      expect(names).toEqual(['Соколова-Белова', 'Аня', 'Петровна', 'Белова'])
    },
    TIMEOUT_MS,
  )

  it(
    'leaves theirs when who saves second thinks better of it',
    async () => {
      await open({ lastname: 'Соколова', maiden_name: null }, 'Изменить имя')
      fireEvent.change(screen.getByLabelText('Девичья фамилия'), { target: { value: 'Беляева' } })
      changedBySomebody({ lastname: 'Соколова', maiden_name: 'Белова' })
      press('Сохранить')
      expect((await theirs('Девичья фамилия')).getByText('Белова')).toBeVisible()

      press('Отмена')
      press('Закрыть без сохранения')

      expect(await screen.findByText('урождённая Белова')).toBeVisible()
      expect(requestsTo('patch', UPDATE)).toHaveLength(1)
    },
    TIMEOUT_MS,
  )
})

it(
  'asks before what could not be saved goes with «Отмена»',
  async () => {
    await saveSecond()
    const text = biography()

    press('Отмена')
    expect(await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })).toBeVisible()
    press('Остаться')
    expect(text).toHaveValue('Слова сестры.')

    press('Отмена')
    press('Закрыть без сохранения')
    await waitFor(() => expect(text).not.toBeInTheDocument())
    expect(await screen.findByText('Слова брата.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'shows the dates that somebody else has written, and takes a date with how well it is known',
  async () => {
    const before = { birth_date: '1931-05-09', death_date: '1999-02-03' } as const
    await open({ ...before, birth_precision: 'day', death_precision: 'day' }, 'Изменить даты')
    const birth = within(screen.getByRole('group', { name: 'Дата рождения' }))
    fireEvent.change(birth.getByLabelText('День'), { target: { value: '10' } })
    changedBySomebody({ ...before, birth_date: '1930-01-01', birth_precision: 'year', death_precision: 'day' })
    press('Сохранить')
    expect((await theirs('Дата рождения')).getByText('1930')).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Сейчас на странице: Дата смерти' })).not.toBeInTheDocument()

    fireEvent.click(choice('Дата рождения', 'Взять другой'))
    expect(await birth.findByLabelText('Год')).toHaveValue('1930')
    expect(birth.queryByLabelText('День')).not.toBeInTheDocument()
    press('Оставить как на странице')
    await waitFor(() => expect(screen.queryByText('Оставить как на странице')).not.toBeInTheDocument())
    expect(requestsTo('patch', UPDATE)).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it(
  'says that the page was deleted meanwhile, and keeps what was written',
  async () => {
    await open({ biography: 'Прежнее.' }, 'Изменить биографию')
    const text = screen.getByLabelText('Биография', { selector: 'textarea' })
    fireEvent.change(text, { target: { value: 'Слова сестры.' } })
    refuse('patch', UPDATE, 404, 'Not found')
    press('Сохранить')
    expect((await screen.findAllByText('Пока вы писали, эту страницу удалили.'))[0]).toBeVisible()
    expect(text).toHaveValue('Слова сестры.')
  },
  TIMEOUT_MS,
)
