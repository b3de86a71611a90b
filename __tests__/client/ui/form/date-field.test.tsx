import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { birthDate, precisionField } from '@contract/memorial'
import type { Precision } from '@contract/memorial-terms'
import { object } from 'yup'
import { DateField } from '@client/ui/form/DateField'
import { Form } from '@client/ui/form/Form'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { ToastProvider } from '@client/ui/toasts'

const schema = object({ birth_date: birthDate(), birth_precision: precisionField().default('day') })

function open(birth_date = '', birth_precision: Precision = 'day') {
  const sent = jest.fn(() => Promise.resolve(undefined))
  render(
    <ToastProvider>
      <Form initialValues={{ birth_date, birth_precision }} schema={schema} onSubmit={sent}>
        <DateField name="birth_date" precisionName="birth_precision" label="Дата рождения" />
        <SubmitButton>Отправить</SubmitButton>
      </Form>
    </ToastProvider>,
  )
  return { user: userEvent.setup(), sent, submit: () => screen.getByRole('button', { name: 'Отправить' }) }
}

const day = () => screen.getByRole('textbox', { name: 'День' })
const month = () => screen.getByRole('textbox', { name: 'Месяц' })
const year = () => screen.getByRole('textbox', { name: 'Год' })

it('goes on by itself when a part is full, so a date is typed in one go', async () => {
  const { user, sent, submit } = open()

  await user.click(day())
  await user.keyboard('09051945')

  expect([day(), month(), year()].map((input) => (input as HTMLInputElement).value)).toEqual(['09', '05', '1945'])
  await user.click(submit())
  expect(sent).toHaveBeenCalledWith({ birth_date: '1945-05-09', birth_precision: 'day' })
})

it('goes on at a dot, and takes digits only', async () => {
  const { user } = open()

  await user.click(day())
  await user.keyboard('9.5.19а45')

  expect(day()).toHaveValue('9')
  expect(month()).toHaveValue('5')
  expect(year()).toHaveValue('1945')
})

it('lets Shift+Tab back through full parts, and stay there', async () => {
  const { user } = open('1945-05-09')

  await user.click(year())
  await user.tab({ shift: true })
  expect(month()).toHaveFocus()
  await user.tab({ shift: true })
  expect(day()).toHaveFocus()
})

it('lets Backspace empty a part without being thrown out of it, and then leave it backwards', async () => {
  const { user } = open('1945-05-09')

  await user.click(month())
  await user.keyboard('{Backspace}')
  expect(month()).toHaveFocus()
  expect(month()).toHaveValue('0')
  await user.keyboard('{Backspace}')
  expect(month()).toHaveFocus()
  expect(month()).toHaveValue('')

  await user.keyboard('{Backspace}')
  expect(day()).toHaveFocus()
  expect(day()).toHaveValue('09')
})

it('stays in a part that gets shorter', async () => {
  const { user } = open('1945-05-09')

  await user.click(day())
  await user.keyboard('{Backspace}')

  expect(day()).toHaveFocus()
  expect(day()).toHaveValue('0')
})

it.each(['9.5.1945', '09/05/1945', '1945-05-09'])('takes a whole pasted date: %s', async (text) => {
  const { user, sent, submit } = open()

  await user.click(month())
  await user.paste(text)
  await user.click(submit())

  expect(sent).toHaveBeenCalledWith({ birth_date: '1945-05-09', birth_precision: 'day' })
})

it.each([
  ['1945-13-09', 'Месяц должен быть в диапазоне от 1 до 12.', ['Месяц']],
  ['1945-05-32', 'День должен быть в диапазоне от 1 до 31.', ['День']],
  ['1945-05-', 'Пожалуйста, заполните все поля дат корректными числами.', ['День']],
  ['1945-02-30', 'Некорректная дата рождения.', ['День', 'Месяц', 'Год']],
])('marks the part of %s that is at fault', async (value, message, parts) => {
  const { user, submit } = open(value)

  await user.click(submit())

  expect(await screen.findByText(message)).toBeVisible()
  const marked = screen.getAllByRole('textbox').filter((input) => input.getAttribute('aria-invalid') === 'true')
  expect(marked.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)).toEqual(parts)
  expect(marked[0]).toHaveFocus()
  expect(marked[0]).toHaveAccessibleDescription(message)
})

it('fills the three parts from the calendar', async () => {
  const { user } = open('1945-05-09')

  await user.click(screen.getByRole('button', { name: 'Выбрать дату в календаре' }))
  await user.click(await screen.findByRole('radio', { name: '1944' }))
  await user.click(await screen.findByRole('radio', { name: /янв/ }))
  await user.click(await screen.findByRole('gridcell', { name: '27' }))

  expect(await screen.findByRole('textbox', { name: 'День' })).toHaveValue('27')
  expect(month()).toHaveValue('01')
  expect(year()).toHaveValue('1944')
})

it('says what is chosen next in the calendar: a year, then a month of it', async () => {
  const { user } = open('1945-05-09')

  await user.click(screen.getByRole('button', { name: 'Выбрать дату в календаре' }))
  expect(await screen.findByRole('radiogroup', { name: 'Выберите год' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '1944' }))

  expect(await screen.findByRole('radiogroup', { name: 'Месяц 1944 года' })).toBeVisible()
})

it('has weekdays of two letters', async () => {
  const { user } = open('1944-01-27')

  await user.click(screen.getByRole('button', { name: 'Выбрать дату в календаре' }))
  await user.click(await screen.findByRole('radio', { name: '1944' }))
  await user.click(await screen.findByRole('radio', { name: /янв/ }))

  await screen.findByRole('gridcell', { name: '27' })
  const weekdays = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(weekdays).toEqual(['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'])
})

describe('a date that is not known to the day', () => {
  const tick = () => screen.getByRole('checkbox', { name: 'Точная дата неизвестна' })
  const choice = (name: string) => screen.getByRole('radio', { name })
  const asked = () =>
    screen.queryAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)

  it('is asked for as far as it is known, once that is ticked', async () => {
    const { user } = open()
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()

    await user.click(tick())
    expect(screen.getByRole('radiogroup', { name: 'Дата рождения: что известно' })).toBeVisible()
    expect(choice('Только год')).toBeChecked()
    expect(asked()).toEqual(['Год'])

    await user.click(choice('Месяц и год'))
    expect(asked()).toEqual(['Месяц', 'Год'])
    await user.click(choice('Неизвестна'))
    expect(asked()).toEqual([])
    await user.click(tick())
    expect(asked()).toEqual(['День', 'Месяц', 'Год'])
  })

  it.each([
    ['Месяц и год', '5.1912', { birth_date: '1912-05-01', birth_precision: 'month' }],
    ['Только год', '1912', { birth_date: '1912-01-01', birth_precision: 'year' }],
    ['Около', '1912', { birth_date: '1912-01-01', birth_precision: 'about' }],
  ])('is sent with what is known of it: %s', async (name, digits, fields) => {
    const { user, sent, submit } = open()
    await user.click(tick())
    await user.click(choice(name))

    await user.click(screen.getAllByRole('textbox')[0] as HTMLElement)
    await user.keyboard(digits)
    await user.click(submit())

    expect(sent).toHaveBeenCalledWith(fields)
  })

  it('needs nothing where nothing is known', async () => {
    const { user, sent, submit } = open()
    await user.click(tick())
    await user.click(choice('Неизвестна'))
    await user.click(submit())
    expect(sent).toHaveBeenCalledWith({ birth_date: null, birth_precision: 'unknown' })
  })

  it('has the parts back that were typed before', async () => {
    const { user, sent, submit } = open('1945-05-09')
    await user.click(tick())
    expect(choice('Месяц и год')).toBeChecked()
    await user.click(choice('Неизвестна'))
    await user.click(tick())

    expect([day(), month(), year()].map((input) => (input as HTMLInputElement).value)).toEqual(['09', '05', '1945'])
    await user.click(submit())
    expect(sent).toHaveBeenCalledWith({ birth_date: '1945-05-09', birth_precision: 'day' })
  })

  it('is chosen with the keyboard too', async () => {
    const { user } = open('1912--', 'year')
    await user.tab()
    expect(year()).toHaveFocus()
    await user.tab()
    expect(tick()).toHaveFocus()
    await user.tab()
    expect(choice('Только год')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(choice('Около')).toBeChecked()
    expect(screen.getByText('около')).toBeVisible()
  })

  it('marks what is missing beside the field, and forgets it when that is not asked for', async () => {
    const { user, submit } = open('1912--', 'month')
    await user.click(submit())
    const message = 'Пожалуйста, заполните все поля дат корректными числами.'
    expect(await screen.findByText(message)).toBeVisible()
    expect(month()).toHaveFocus()
    expect(month()).toHaveAccessibleDescription(message)

    await user.click(choice('Только год'))
    await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument())
  })

  it('takes from a pasted date only what is asked for', async () => {
    const { user, sent, submit } = open('', 'month')
    await user.click(month())
    await user.paste('9.5.1945')
    await user.click(submit())
    expect(sent).toHaveBeenCalledWith({ birth_date: '1945-05-01', birth_precision: 'month' })
  })
})
