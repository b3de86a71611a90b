import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Burial } from '@contract/burial'
import { aBurial, aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { hold, refuse, requestsTo, serve, serveBurial, serveMemorial, serveNoBurial } from '@support/server'
import { address, coordinates, editBurial, grave, lastBody, openForm, save, write } from './burial-place-of-owner'

const CREATE = 'burial/create'
const UPDATE = 'burial/update/5'
const SAVED = 'Место захоронения сохранено'
const FAILED = 'Ошибка при сохранении информации.'
const TOLD = aBurial({ id: 5, memorial_id: 7 })

beforeAll(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

const photo = new File(['x'], 'grave.jpg', { type: 'image/jpeg' })
const choosePhoto = (user: ReturnType<typeof openAt>['user']) =>
  user.upload(within(grave()).getByLabelText<HTMLInputElement>('Фото', { selector: 'input' }), photo)
const theirs = async (part: string) => within(await screen.findByRole('group', { name: `Сейчас на странице: ${part}` }))
const keepMine = () => fireEvent.click(screen.getAllByLabelText('Оставить мой')[0] as HTMLElement)
const expectedIn = ({ expected }: Record<string, unknown>) => JSON.parse(String(expected)) as unknown
const textsOf = ({ burial_address, cemetery, plot, burial_coordinates }: Burial) => ({
  burial_address,
  cemetery,
  plot,
  burial_coordinates,
})
const alert = () => within(grave()).findByRole('alert')

it('is changed by its owner alone', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 2 }))
  serveBurial(TOLD)
  openPage('/memorials/7', { as: aUser() })

  expect(await screen.findByText('Координаты: 56.8204, 35.8312')).toBeVisible()
  expect(screen.queryByLabelText('Координаты')).not.toBeInTheDocument()
})

describe('the first telling', () => {
  it('is sent with its memorial first, and then what is stored is shown and can be changed', async () => {
    serve('post', CREATE, TOLD, 201)
    await editBurial(null)

    write(address(), 'Тверь, Дмитрово-Черкасское кладбище, участок 12')
    write(screen.getByLabelText('Кладбище'), 'Дмитрово-Черкасское')
    write(screen.getByLabelText('Участок, ряд, место'), 'Участок 12')
    write(coordinates(), '56,8204 35,8312')
    serveBurial(TOLD)
    save()

    expect(await screen.findByText(SAVED)).toBeVisible()
    const body = await lastBody('post', CREATE)
    expect(Object.keys(body)[0]).toBe('memorial_id')
    expect(body).toEqual({
      memorial_id: '7',
      burial_address: 'Тверь, Дмитрово-Черкасское кладбище, участок 12',
      cemetery: 'Дмитрово-Черкасское',
      plot: 'Участок 12',
      burial_coordinates: '56.8204, 35.8312',
    })
    expect(await screen.findByText('Координаты: 56.8204, 35.8312')).toBeVisible()
    serve('patch', UPDATE, TOLD)
    await openForm()
    save()
    await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(1))
  })

  it('may be a photo alone', async () => {
    serve('post', CREATE, aBurial({ id: 5, memorial_id: 7, photo_path: '/media/7/picture.jpg' }), 201)
    const { user } = await editBurial(null)

    await choosePhoto(user)
    save()

    expect((await lastBody('post', CREATE)).burial_photo_file).toMatchObject({ name: 'grave.jpg' })
    await waitFor(() => expect(screen.queryByText('grave.jpg')).not.toBeInTheDocument())
  })

  it('has to tell something', async () => {
    await editBurial(null)
    write(address(), '  ')
    save()

    expect(await alert()).toHaveTextContent('Укажите адрес, координаты или добавьте фото.')
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('that somebody else was quicker with is shown beside theirs, and the next saving changes that', async () => {
    refuse('post', CREATE, 409, 'Место захоронения уже указано.')
    await editBurial(null)
    write(address(), 'Ржев')
    serveBurial(TOLD)
    save()

    expect((await theirs('Адрес захоронения')).getByText(String(TOLD.burial_address))).toBeVisible()
    expect(screen.getAllByText('Место захоронения уже указано.')[0]).toBeVisible()
    expect(address()).toHaveValue('Ржев')
    serve('patch', UPDATE, { ...TOLD, burial_address: 'Ржев' })
    keepMine()
    save('Сохранить выбранное')
    const { expected, ...sent } = await lastBody('patch', UPDATE)
    expect(sent).toMatchObject({ burial_address: 'Ржев' })
    expect(expectedIn({ expected })).toEqual(textsOf(TOLD))
  })
})

describe('a place that somebody else changes meanwhile', () => {
  const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
  const OF_BROTHER = { ...TOLD, burial_address: 'Торжок', plot: 'Участок 3', burial_coordinates: '57.04, 34.96' }

  it('is shown to who saves second, and overwritten only when they choose so', async () => {
    refuse('patch', UPDATE, 409, REFUSAL)
    await editBurial(TOLD)
    write(address(), 'Ржев')
    serveBurial(OF_BROTHER)
    save()

    expect((await theirs('Адрес захоронения')).getByText('Торжок')).toBeVisible()
    expect(screen.getByLabelText('Участок, ряд, место')).toHaveValue('Участок 3')
    expect(coordinates()).toHaveValue('57.04, 34.96')
    expect(screen.getAllByText(REFUSAL)[0]).toBeVisible()
    expect(address()).toHaveValue('Ржев')
    expect(expectedIn(await lastBody('patch', UPDATE))).toEqual(textsOf(TOLD))

    serve('patch', UPDATE, { ...OF_BROTHER, burial_address: 'Ржев' })
    keepMine()
    save('Сохранить выбранное')
    expect(await screen.findByText(SAVED)).toBeVisible()
    expect(expectedIn(await lastBody('patch', UPDATE))).toEqual(textsOf(OF_BROTHER))
  })

  it('is said to be deleted where it was, and made anew only when they save again', async () => {
    refuse('patch', UPDATE, 404, 'Not found')
    await editBurial(TOLD)
    write(address(), 'Ржев')
    serveNoBurial(7)
    save()

    expect((await screen.findAllByText(/^Пока вы писали, место захоронения удалили\./))[0]).toBeVisible()
    expect(address()).toHaveValue('Ржев')
    expect(requestsTo('post', CREATE)).toHaveLength(0)

    serve('post', CREATE, { ...TOLD, burial_address: 'Ржев' }, 201)
    save()
    expect(await lastBody('post', CREATE)).toMatchObject({ memorial_id: '7', burial_address: 'Ржев' })
  })
})

describe('a change', () => {
  it('starts from what is stored, and clears what was cleared', async () => {
    serve('patch', UPDATE, { ...TOLD, burial_coordinates: null })
    await editBurial(TOLD)
    expect(address()).toHaveValue(TOLD.burial_address)
    expect(coordinates()).toHaveValue('56.8204, 35.8312')

    write(coordinates(), '')
    save()

    expect(await screen.findByText(SAVED)).toBeVisible()
    expect(await lastBody('patch', UPDATE)).toMatchObject({
      burial_address: TOLD.burial_address,
      burial_coordinates: '',
    })
  })

  it('shows the stored photo, which alone is enough', async () => {
    const withPhoto = { ...TOLD, photo_path: '/media/7/picture.jpg' }
    serve('patch', UPDATE, { ...withPhoto, burial_address: null, burial_coordinates: null })
    await editBurial(withPhoto)
    expect(screen.getByRole('img', { name: 'Фото места захоронения' })).toHaveAttribute('src', '/media/7/picture.jpg')

    write(address(), '')
    write(coordinates(), '')
    save()

    expect(await screen.findByText(SAVED)).toBeVisible()
  })

  it('says so while it is on its way', async () => {
    serve('patch', UPDATE, TOLD)
    const release = hold('patch', UPDATE)
    await editBurial(TOLD)
    save()
    expect(await screen.findByRole('button', { name: 'Сохраняем...' })).toBeVisible()
    release()
    expect(await screen.findByText(SAVED)).toBeVisible()
  })
})

describe('coordinates in the form', () => {
  it('become what is stored as soon as a link to a map is pasted', async () => {
    const { user } = await editBurial(null)
    await user.click(coordinates())
    await user.paste('https://yandex.ru/maps/?ll=35.8%2C56.8&pt=35.8312%2C56.8204&z=17')
    expect(coordinates()).toHaveValue('56.8204, 35.8312')
  })

  it('in another notation become so once they are written', async () => {
    const { user } = await editBurial(null)
    await user.type(coordinates(), 'N56.82 E35.83')
    expect(coordinates()).toHaveValue('N56.82 E35.83')
    await user.tab()
    expect(coordinates()).toHaveValue('56.82, 35.83')
  })

  it('are not in a shortened link, which the form says', async () => {
    await editBurial(null)
    write(coordinates(), 'https://yandex.ru/maps/-/CDbF4Iyr')
    save()
    expect(await screen.findByText(/^Короткая ссылка не говорит, где это место/)).toBeVisible()
  })
})

describe('what is refused', () => {
  it('is coordinates that are no place, before they are sent', async () => {
    await editBurial(TOLD)
    write(coordinates(), '155, 37')
    save()

    expect(await screen.findByText('Укажите широту и долготу через запятую, например: 55.7558, 37.6173')).toBeVisible()
    await waitFor(() => expect(coordinates()).toHaveFocus())
    expect(requestsTo('patch', UPDATE)).toHaveLength(0)
  })

  it.each([
    [422, [{ type: 'x', loc: ['body', 'burial_address'], msg: 'Слишком длинно' }], 'Слишком длинно'],
    [415, 'Это не фотография.', 'Это не фотография.'],
    [500, 'Internal Server Error', undefined],
  ])('is said in the form and in a toast, and at its field: %i', async (status, detail, atField) => {
    refuse('patch', UPDATE, status, detail)
    await editBurial(TOLD)
    write(address(), 'Ржев')
    save()

    await waitFor(() => expect(screen.getAllByText(FAILED)).toHaveLength(2))
    if (atField) expect(screen.getByText(atField)).toBeVisible()
    expect(address()).toHaveValue('Ржев')
  })
})

it('asks before what was typed is lost, and not after it was saved', async () => {
  serve('patch', UPDATE, { ...TOLD, burial_address: 'Ржев' })
  serveMemorial(aMemorial({ id: 7 }))
  serveBurial(TOLD)
  const page = openAt('/memorials/7', { as: aUser() })
  fireEvent.click(await screen.findByText('Редактировать', { selector: 'button' }))
  await openForm()
  write(address(), 'Ржев')
  fireEvent.click(screen.getAllByRole('link', { name: 'Тарифы и цены' })[0] as HTMLElement)
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Остаться' }))
  await waitFor(() => expect(question).not.toBeInTheDocument())

  serveBurial({ ...TOLD, burial_address: 'Ржев' })
  save()
  await screen.findByText(SAVED)
  serve('get', 'tariffs/', { result: [] })
  fireEvent.click(screen.getAllByRole('link', { name: 'Тарифы и цены' })[0] as HTMLElement)

  await waitFor(() => expect(page.address()).toBe('/tariffs'))
})
