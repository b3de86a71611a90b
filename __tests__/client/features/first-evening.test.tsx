import { screen, waitFor, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMemorial, serveMyMemorials } from '@support/server'

const ANNA = aMemorial({
  id: 7,
  user_id: 1,
  role: 'owner',
  surname: 'Сергеевна',
  biography: null,
  public_status: false,
})
const UPDATE = 'memorial/update/7/'
const question = (title: string) => screen.findByRole('heading', { level: 1, name: title })

function open(step: string, memorial = ANNA, user = aUser({ id: 1 })) {
  serveMemorial(memorial)
  return openAt(`/memorials/7/first-evening?question=${step}`, { as: user })
}

it('begins with the name, and makes a closed page without dates', async () => {
  serveMyMemorials([])
  serve('post', 'memorial/create', ANNA, 201)
  serveMemorial(ANNA)
  const { user, address } = openAt('/memorials/first-evening', { as: aUser({ id: 1 }) })

  await user.type(await screen.findByLabelText('Фамилия'), 'Рябова')
  await user.type(screen.getByLabelText('Имя'), 'Анна')
  await user.click(screen.getByRole('button', { name: 'Дальше' }))

  await question('Есть ли её портрет?')
  expect(address()).toBe('/memorials/7/first-evening')
  const sent = await requestsTo('post', 'memorial/create')[0]?.clone().formData()
  expect(sent?.get('birth_precision')).toBe('unknown')
  expect(sent?.get('public_status')).toBe('false')
})

it('makes each answer a paragraph of the biography, and saves it before the next question', async () => {
  serve('patch', UPDATE, { ...ANNA, biography: 'Учила детей.\n\nДоброй.' })
  const { user, address } = open('who', { ...ANNA, biography: 'Учила детей.' })

  await question('Какой она была?')
  expect(screen.getByText('Учила детей.')).toBeVisible()
  await user.type(screen.getByLabelText('Ваш ответ'), 'Доброй.')
  await user.click(screen.getByRole('button', { name: 'Дальше' }))

  await question('Что она говорила?')
  expect(address()).toBe('/memorials/7/first-evening?question=said')
  const sent = await requestsTo('patch', UPDATE)[0]?.clone().formData()
  // As forms send the ends of lines.
  expect(sent?.get('biography')).toBe('Учила детей.\r\n\r\nДоброй.')
  expect(JSON.parse(sent?.get('expected') as string)).toEqual({ biography: 'Учила детей.' })
})

it('sets the signs of a book in an answer, and puts them back as they were', async () => {
  serve('patch', UPDATE, ANNA)
  const { user } = open('said', { ...ANNA, biography: 'Учила детей.' })
  await user.type(await screen.findByLabelText('Ваш ответ'), '"Утро" - мудренее...')
  await user.click(screen.getByRole('button', { name: 'Дальше' }))
  await question('Что вы вспомнили сегодня?')
  const set = 'Учила детей.\r\n\r\n«Утро» — мудренее…'
  const typed = 'Учила детей.\r\n\r\n"Утро" - мудренее...'
  expect(await biographySent(0)).toEqual([set, 'Учила детей.'])

  await user.click(await screen.findByRole('button', { name: 'Вернуть как было' }))
  expect(await screen.findByText('Вернули, как было')).toBeVisible()
  expect(await biographySent(1)).toEqual([typed, set.replaceAll('\r', '')])
})

/** The text of a change, and the one that it expects to replace. */
async function biographySent(nth: number) {
  const sent = await requestsTo('patch', UPDATE)[nth]?.clone().formData()
  const expected = JSON.parse(sent?.get('expected') as string) as { biography: string }
  return [sent?.get('biography'), expected.biography]
}

it('stays at a question whose answer was not saved, and says why', async () => {
  refuse('patch', UPDATE, 500)
  const { user } = open('said')
  await user.type(await screen.findByLabelText('Ваш ответ'), 'Утро вечера мудренее.')
  await user.click(screen.getByRole('button', { name: 'Дальше' }))

  expect((await screen.findAllByText('Ошибка при обновлении данных.')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('Ваш ответ')).toHaveValue('Утро вечера мудренее.')
})

it('takes «не знаю» for the years, and saves nothing', async () => {
  const { user } = open('years', { ...ANNA, birth_precision: 'unknown', death_precision: 'unknown' })
  await question('Когда она жила?')
  await user.click(screen.getByRole('button', { name: 'Не знаю' }))

  await question('Какой она была?')
  expect(requestsTo('patch', UPDATE)).toEqual([])
})

it('asks for photographs and a voice only where the page has or may have archives', async () => {
  const { user } = open('today', ANNA, aUser({ id: 1, advanced_memorials_left: 0 }))
  await user.click(await screen.findByRole('button', { name: 'Пропустить' }))
  await question('Кого позвать?')
})

it('opens the archives of a page where the account may, after being asked', async () => {
  serve('patch', 'memorial/upgrade/7', { ...ANNA, profile_rate: ADVANCED })
  const { user } = open('photos', ANNA, aUser({ id: 1, advanced_memorials_left: 1 }))
  await user.click(await screen.findByRole('button', { name: 'Открыть альбом, голос и видео' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(requestsTo('patch', 'memorial/upgrade/7')).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Открыть альбом, голос и видео' }))
  await waitFor(() => expect(requestsTo('patch', 'memorial/upgrade/7')).toHaveLength(1))
})

it('leaves the page closed unless it is opened at the end', async () => {
  serve('patch', UPDATE, { ...ANNA, public_status: true })
  const { user, address } = open('show')
  await question('Страница пока закрыта. Показать семье?')
  expect(screen.getByRole('link', { name: 'Оставить для семьи' })).toHaveAttribute('href', '/memorials/7')
  expect(requestsTo('patch', UPDATE)).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Открыть для всех' }))
  await waitFor(() => expect(address()).toBe('/memorials/7'))
  const sent = await requestsTo('patch', UPDATE)[0]?.clone().formData()
  expect(sent?.get('public_status')).toBe('true')
})

it('is for keepers: others read the page', async () => {
  const { address } = open('face', { ...ANNA, role: null, public_status: true })
  await waitFor(() => expect(address()).toBe('/memorials/7'))
})
