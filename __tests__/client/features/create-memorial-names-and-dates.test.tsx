import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { requestsTo, serve, serveMyMemorials } from '@support/server'

/** What a form takes of names that are no Russian ones, and of dates that are not known to the day. */

const CREATE = 'memorial/create'

async function open() {
  const page = openAt('/memorials/create', { as: aUser() })
  await screen.findByLabelText('Фамилия')
  return page
}

/** By label, not by role: roles of a long form take jsdom a second to work out. */
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const partsOf = (group: string) => within(screen.getByLabelText(group))

beforeEach(() => serveMyMemorials([]))

it('sends what is known of dates, and the maiden name', async () => {
  serve('post', CREATE, aMemorial(), 201)
  serveMyMemorials([aMemorial()])
  const { user } = await open()

  write('Фамилия', 'Әхмәтҗанова')
  write('Имя', 'Гөлнара')
  write('Девичья фамилия', 'Ғафарова')
  fireEvent.click(partsOf('Дата рождения').getByLabelText('Точная дата неизвестна'))
  fireEvent.click(partsOf('Дата рождения').getByLabelText('Неизвестна'))
  fireEvent.click(partsOf('Дата смерти').getByLabelText('Точная дата неизвестна'))
  fireEvent.click(partsOf('Дата смерти').getByLabelText('Около'))
  fireEvent.change(partsOf('Дата смерти').getByLabelText('Год'), { target: { value: '2014' } })
  await user.click(screen.getByText('Создать мемориал', { selector: 'button' }))

  await waitFor(() => expect(requestsTo('post', CREATE)).not.toHaveLength(0))
  const body = Object.fromEntries((await requestsTo('post', CREATE)[0]?.formData()) ?? [])
  expect(body).toMatchObject({
    lastname: 'Әхмәтҗанова',
    maiden_name: 'Ғафарова',
    birth_precision: 'unknown',
    death_date: '2014-01-01',
    death_precision: 'about',
  })
  expect(body).not.toHaveProperty('birth_date')
})

it('leaves small the parts of names that are written so', async () => {
  const { user } = await open()
  await user.type(screen.getByLabelText('Фамилия'), 'ван дер ваальс')
  await user.type(screen.getByLabelText('Отчество'), 'вагиф оглы')
  await user.tab()
  expect(screen.getByLabelText('Фамилия')).toHaveValue('ван дер Ваальс')
  expect(screen.getByLabelText('Отчество')).toHaveValue('Вагиф оглы')
})
