import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import { keyOfPendingMemories, readPendingMemories } from '@client/lib/unsent-memories'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { aMemorial, aMemory, aPendingMemory, aUser } from '@support/factories'
import { card, openPanel, servePending } from '@support/moderation'
import { openAt } from '@support/render'
import { openPage, openSection } from '@support/section'
import { watchSentForms } from '@support/sent-forms'
import { disconnect, hold, refuse, requestsTo, serve, serveMemorial, serveMemories } from '@support/server'
import '@support/intersection-observer'

/** A photo that comes with words of memory. */

const CREATE = 'memories/create'
const photo = new File([new Uint8Array(1000)], 'school.jpg', { type: 'image/jpeg' })
const ALT = 'Фотография к словам. Подпись: Мария Орлова'
const STORED = { photo_path: '/media/abc/picture.jpg', photo_width: 900, photo_height: 1200 }

let forms: ReturnType<typeof watchSentForms>
beforeAll(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})
beforeEach(() => {
  forms = watchSentForms()
})
afterEach(() => forms.end())

const openButton = () => screen.findByText('Написать', { selector: 'button' })
const addButton = () => screen.findByText('Добавить воспоминание', { selector: 'button' })
const chooser = () => screen.getByLabelText<HTMLInputElement>('Фотография', { selector: 'input' })
const choose = (file: File) => fireEvent.change(chooser(), { target: { files: [file] } })
const field = () => within(screen.getByRole('group', { name: 'Фотография' }))
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

async function fillForm(file?: File) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  const opened = openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing={false} />)
  fireEvent.click(await openButton())
  await screen.findByLabelText('Воспоминание')
  write('Воспоминание', 'Она научила меня читать.')
  write('Ваше имя', 'Мария')
  write('E-mail', 'anna@example.ru')
  fireEvent.click(screen.getByRole('checkbox'))
  if (file) choose(file)
  return { ...opened, submit: async () => fireEvent.click(await addButton()) }
}

it('is sent with the words, behind the page that they are for, and is told how much has left', async () => {
  serve('post', CREATE, { ...aMemory({ memorials_id: 7, ...STORED }), status: 'pending' }, 201)
  const release = hold('post', CREATE)
  const { submit } = await fillForm(photo)
  expect(field().getByText('school.jpg')).toBeVisible()
  expect(screen.getByAltText('Выбранное фото')).toBeInTheDocument()
  await submit()

  await forms.begun(0)
  forms.progress(0, 400)
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  release()

  expect(await screen.findByText(/Ваши слова появятся на странице после проверки/)).toBeVisible()
  const body = Object.fromEntries((await requestsTo('post', CREATE)[0]?.formData()) ?? [])
  expect(Object.keys(body)[0]).toBe('memorials_id')
  expect(body).toMatchObject({ memorials_id: '7', author: 'Мария', author_email: 'anna@example.ru' })
  expect(body.file).toMatchObject({ name: 'school.jpg', size: 1000 })
})

it('is seen with the words that wait until the page is loaded anew, and not kept: its address opens it', async () => {
  serve(
    'post',
    CREATE,
    { ...aMemory({ memorials_id: 7, ...STORED, created_at: new Date().toISOString() }), status: 'pending' },
    201,
  )
  const { submit, unmount } = await fillForm(photo)
  await submit()

  const waits = /^Ждёт проверки вместе с фотографией/
  expect(await screen.findByText(waits)).toBeVisible()
  expect(screen.getByAltText(ALT)).toHaveAttribute('src', 'blob:photo')
  unmount()
  openAt('/memorials/7')
  expect(await screen.findByText(waits)).toBeVisible()
  expect(screen.queryByAltText(ALT)).not.toBeInTheDocument()
  const kept = readPendingMemories(keyOfPendingMemories(7, 'guest'))
  expect(kept).toContain('Мария Орлова')
  expect(kept).not.toContain('/media/')
})

it('can be taken out again, and then the words go alone', async () => {
  serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
  const { submit } = await fillForm(photo)
  fireEvent.click(screen.getByRole('button', { name: 'Убрать фото' }))
  expect(screen.queryByText('school.jpg')).not.toBeInTheDocument()
  await submit()
  await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
  expect(await requestsTo('post', CREATE)[0]?.json()).not.toHaveProperty('file')
})

it('that would be refused is not taken', async () => {
  const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' })
  Object.defineProperty(large, 'size', { value: PICTURE_MAX_BYTES + 1 })
  await fillForm(large)
  expect(await field().findByRole('alert')).toHaveTextContent('Фотография больше 20 МБ')
})

it.each([
  [415, 'Файл не является фотографией JPEG, PNG, WebP или HEIC, или он повреждён.'],
  [413, 'Файл слишком большой.'],
])('that is refused with %p says so at its field, and the words stay', async (status, text) => {
  refuse('post', CREATE, status, text)
  const { submit } = await fillForm(photo)
  await submit()
  expect(await field().findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.')
})

it('beyond the rate says why', async () => {
  const why = 'За последний час загружено слишком много фотографий. Пожалуйста, попробуйте позже.'
  refuse('post', CREATE, 429, why)
  const { submit } = await fillForm(photo)
  await submit()
  expect((await screen.findAllByText(why))[0]).toBeVisible()
})

it.each([
  [photo, true],
  [undefined, false],
])('without a connection is not kept, and its sender is told so: %p', async (file, isTold) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  disconnect('post', CREATE)
  const { submit } = await fillForm(file)
  await submit()
  const answer = await screen.findByText(/Ваши слова сохранены на этом устройстве/)
  const text =
    'Фотография вместе с ними не сохранилась: когда связь появится, её можно будет добавить с новыми словами.'
  expect(answer.textContent.includes(text)).toBe(isTold)
  jest.restoreAllMocks()
})

it('stands beneath the words in its own proportions, and is loaded when it comes near', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  serveMemories(7, [aMemory({ ...STORED })])
  openPage('/memorials/7')
  const picture = await screen.findByAltText(ALT)
  expect(picture).toHaveAttribute('width', '900')
  expect(picture).toHaveAttribute('height', '1200')
  expect(picture).toHaveAttribute('loading', 'lazy')
  expect(screen.getByText('Она научила меня читать.').compareDocumentPosition(picture)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

it('that does not load is asked for anew, and leaves no broken frame', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  serveMemories(7, [aMemory({ ...STORED })])
  openPage('/memorials/7', { as: aUser({ id: 99 }) })
  const picture = await screen.findByAltText(ALT)
  const asked = requestsTo('get', 'memories/all').length
  fireEvent.error(picture)
  await waitFor(() => expect(requestsTo('get', 'memories/all')).toHaveLength(asked + 1))
  expect(screen.queryByAltText(ALT)).not.toBeInTheDocument()
})

it('is seen by those who decide on the words', async () => {
  servePending([aPendingMemory({ author: 'Мария Орлова', ...STORED })])
  openPanel()
  const words = within(await card('Мария Орлова'))
  expect(words.getByAltText(ALT)).toHaveAttribute('src', STORED.photo_path)
})
