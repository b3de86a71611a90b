import { fireEvent, screen } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMemorial } from '@support/server'
import { address, coordinates, editBurial, openForm } from './burial-place-of-owner'

const SEARCH = { name: 'Найти по адресу' }

async function editWithGeocoder() {
  serveMemorial(aMemorial({ id: 7 }))
  const page = openAt('/memorials/7', { as: aUser(), settings: { hasGeocoder: true } })
  fireEvent.click(await screen.findByText('Редактировать', { selector: 'button' }))
  await openForm()
  return page
}

it('an address is looked for with its cemetery, and a found place is chosen', async () => {
  serve('get', 'geocode', { result: [{ title: 'Волынское кладбище, Тверь', burial_coordinates: '56.8, 35.9' }] })
  const { user } = await editWithGeocoder()
  await user.type(address(), 'Тверь')
  await user.type(screen.getByLabelText('Кладбище'), 'Волынское')
  await user.click(screen.getByRole('button', SEARCH))

  await user.click(await screen.findByRole('button', { name: 'Волынское кладбище, Тверь' }))
  expect(coordinates()).toHaveValue('56.8, 35.9')
  const { searchParams } = new URL(requestsTo('get', 'geocode')[0]?.url ?? '')
  expect(searchParams.get('q')).toBe('Волынское, Тверь')
})

it.each([
  ['nothing is found', () => serve('get', 'geocode', { result: [] }), /^Ничего не нашлось/],
  ['nobody answers', () => refuse('get', 'geocode', 502, 'Поиск адреса сейчас недоступен.'), /Поиск адреса|Не удалось/],
])('it is said when %s', async (_what, arrange, note) => {
  arrange()
  const { user } = await editWithGeocoder()
  await user.type(address(), 'Тверь')
  await user.click(screen.getByRole('button', SEARCH))
  expect(await screen.findByText(note)).toBeVisible()
})

it('nothing is asked before something is written', async () => {
  const { user } = await editWithGeocoder()
  await user.click(screen.getByRole('button', SEARCH))
  expect(screen.getByText('Сначала напишите адрес или название кладбища.')).toBeVisible()
})

it('is not offered where the server has no geocoder', async () => {
  const { user } = await editBurial(null)
  await user.type(address(), 'Тверь')
  expect(screen.queryByRole('button', SEARCH)).not.toBeInTheDocument()
})
