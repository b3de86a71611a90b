import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CONSENT_UNKNOWN, CONSENT_VERSION } from '@contract/consent'
import type { MemoryDraft } from '@contract/memory'
import type { User } from '@contract/user'
import { MemoriesSection } from '@client/features/memorial/memories/MemoriesSection'
import { keyOfUnsentMemories, readUnsent } from '@client/lib/unsent-memories'
import { aMemorial, aMemory, aUser } from '@support/factories'
import { type Circumstances, openAt } from '@support/render'
import { openSection } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve, serveMemorial, serveMemories } from '@support/server'
import '@support/intersection-observer'

const CREATE = 'memories/create'
const REQUIRED = "Пожалуйста, заполните поля 'Воспоминание' и 'Ваше имя'."
const CONSENT_REQUIRED = 'Необходимо согласиться с политикой обработки персональных данных'
const EMAIL_INVALID = 'Пожалуйста, введите корректный email адрес.'
const WAITS = 'Спасибо. Ваши слова появятся на странице после проверки.'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const openButton = () => screen.findByText('Написать', { selector: 'button' })
const addButton = () => screen.findByText('Добавить воспоминание', { selector: 'button' })
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const lastBody = async (): Promise<unknown> => requestsTo('post', CREATE).at(-1)?.json()

const openWords = (circumstances: Circumstances) =>
  openSection(7, (memorial) => <MemoriesSection memorial={memorial} isEditing={false} />, circumstances)
const openPage = (circumstances: Circumstances) => openAt('/memorials/7', circumstances)

async function openForm(as?: User, circumstances: Circumstances = {}, open = openWords) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  const page = open({ as, ...circumstances })
  fireEvent.click(await openButton())
  await screen.findByLabelText('Воспоминание')
  const submit = async () => fireEvent.click(await addButton())
  return { ...page, submit }
}

function fill({ email = 'anna@example.ru', consents = true } = {}): void {
  write('Воспоминание', 'Она научила меня читать.')
  write('Ваше имя', 'Мария')
  if (screen.queryByLabelText('E-mail')) write('E-mail', email)
  const consent = screen.queryByRole('checkbox')
  if (consent && consents) fireEvent.click(consent)
}

describe('a guest’s words', () => {
  it('are sent with an e-mail, and wait for a decision', async () => {
    serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
    const { submit } = await openForm()
    expect(screen.getByText(/О решении мы напишем на этот адрес/)).toBeVisible()

    fill()
    await submit()

    expect(await screen.findByText(WAITS)).toBeVisible()
    expect(await lastBody()).toEqual({
      memorials_id: 7,
      description: 'Она научила меня читать.',
      author: 'Мария',
      author_email: 'anna@example.ru',
      consent_version: CONSENT_VERSION,
      idempotency_key: expect.stringMatching(UUID),
    })
    expect(requestsTo('get', 'memories/all')).toHaveLength(1)
  })

  it('ask for the consent by a tick of its own, with its text a press away', async () => {
    await openForm()

    expect(screen.getByRole('checkbox')).not.toBeChecked()
    expect(screen.getByRole('checkbox')).toHaveAccessibleName('Я даю согласие на обработку персональных данных')
    const text = screen.getByRole('link', { name: 'согласие на обработку персональных данных' })
    expect(text).toHaveAttribute('href', '/consent')
    expect(screen.getByText(/^Отправляя воспоминание, вы принимаете/)).toBeVisible()
  })

  it('are not sent without the consent, and the focus goes to its tick', async () => {
    const { submit } = await openForm()
    fill({ consents: false })
    await submit()

    expect(await screen.findByText(CONSENT_REQUIRED)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('checkbox')).toHaveFocus())
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('whose consent the server no longer takes say so at the tick', async () => {
    refuse('post', CREATE, 422, [{ type: 'x', loc: ['body', 'consent_version'], msg: CONSENT_UNKNOWN }])
    const { submit } = await openForm()
    fill()
    await submit()

    await waitFor(() =>
      expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
        'Текст согласия обновился. Пожалуйста, обновите страницу. Воспоминание и подпись сохранятся.',
      ),
    )
  })

  it('take the focus to their first field', async () => {
    await openForm()

    expect(screen.getByLabelText('Воспоминание')).toHaveFocus()
  })

  it('give the focus back to the button that asked for them', async () => {
    await openForm()
    fireEvent.click(screen.getByText('Отмена'))

    expect(await openButton()).toHaveFocus()
  })

  it('need a text, a name and an e-mail', async () => {
    const { submit } = await openForm()
    await submit()

    expect((await screen.findAllByText(REQUIRED))[0]).toBeVisible()
    expect(screen.getByText(EMAIL_INVALID)).toBeVisible()
    expect(requestsTo('post', CREATE)).toHaveLength(0)
  })

  it('are not sent with half an e-mail', async () => {
    const { submit } = await openForm()
    fill()

    for (const email of ['anna', 'anna@', 'anna@example', '@example.ru']) {
      write('E-mail', email)
      await submit()
      expect(await screen.findByText(EMAIL_INVALID)).toBeVisible()
      expect(requestsTo('post', CREATE)).toHaveLength(0)

      write('E-mail', 'anna@example.ru')
      await waitFor(() => expect(screen.queryByText(EMAIL_INVALID)).not.toBeInTheDocument())
    }
  })

  it.each([
    [429, 'Слишком часто', 'Слишком много запросов. Пожалуйста, попробуйте позже.'],
    [422, [{ type: 'x', loc: ['body', 'author_email'], msg: 'Плохой адрес' }], EMAIL_INVALID],
    [
      422,
      [{ type: 'x', loc: ['body', 'author'], msg: 'Плохое имя' }],
      'Ошибка валидации данных. Проверьте заполненные поля.',
    ],
    [403, 'Страница закрыта', 'Ошибка при добавлении воспоминания.'],
    [500, 'Internal Server Error', 'Ошибка при добавлении воспоминания.'],
    [503, 'Сервис временно недоступен.', 'Ошибка при добавлении воспоминания. Сервис временно недоступен.'],
  ])('that the server refuses with %i %j say why, and stay', async (status, detail, message) => {
    refuse('post', CREATE, status, detail)
    const { submit } = await openForm()
    fill()
    await submit()

    await waitFor(() => expect(screen.getAllByText(message)[0]).toBeVisible())
    expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.')
  })

  it('say only at the field what its text is about: no toast repeats it', async () => {
    refuse('post', CREATE, 422, [{ type: 'x', loc: ['body', 'author_email'], msg: 'Плохой адрес' }])
    const { submit } = await openForm()
    fill()
    await submit()

    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(EMAIL_INVALID))
    expect(screen.getAllByText(EMAIL_INVALID)).toHaveLength(1)
  })

  it('are kept in the browser when the server fails, and found after a return', async () => {
    refuse('post', CREATE, 500)
    const { submit, unmount } = await openForm()
    fill()
    await submit()
    expect((await screen.findAllByText('Ошибка при добавлении воспоминания.'))[0]).toBeVisible()
    unmount()

    openAt('/memorials/7')

    await waitFor(() => expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.'))
    expect(await screen.findByText(/Мы вернули то, что вы написали раньше/)).toBeVisible()
    expect(localStorage.getItem('memory-draft-7-guest')).not.toContain('anna@example.ru')
    // A consent is given anew with each sending.
    expect(screen.getByRole('checkbox')).not.toBeChecked()
  })

  it('that are sent again after a failure have the same key, and another one when they were changed', async () => {
    refuse('post', CREATE, 500)
    const { submit } = await openForm()
    fill()
    await submit()
    await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
    await submit()
    await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(2))
    write('Ваше имя', 'Мария Ивановна')
    await submit()
    await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(3))

    const bodies = (await Promise.all(requestsTo('post', CREATE).map((request) => request.json()))) as MemoryDraft[]
    const [first, second, third] = bodies.map(({ idempotency_key }) => idempotency_key)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('whose answer did not come wait on the device under the same key: they may have arrived', async () => {
    disconnect('post', CREATE)
    const { submit } = await openForm()
    fill()
    await submit()

    expect(await screen.findByText('Ошибка при добавлении воспоминания.')).toBeVisible()
    expect(screen.getByText(/Ваши слова сохранены на этом устройстве и скоро отправятся/)).toBeVisible()
    expect(screen.getByText(/Ждёт связи/)).toBeVisible()
    expect(screen.queryByLabelText('Воспоминание')).not.toBeInTheDocument()
    const [unsent] = readUnsent(keyOfUnsentMemories(7, 'guest'))
    expect(await lastBody()).toMatchObject({ idempotency_key: unsent?.idempotency_key })
  })

  it('are sent once, however often one presses', async () => {
    serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
    const release = hold('post', CREATE)
    const { submit } = await openForm()
    fill()
    await submit()
    fireEvent.click(await screen.findByText('Отправляем...'))
    release()

    expect(await screen.findByText(WAITS)).toBeVisible()
    expect(requestsTo('post', CREATE)).toHaveLength(1)
    expect(localStorage.getItem('memory-draft-7-guest')).toBeNull()
  })
})

describe('words of an account', () => {
  it('need no e-mail and no second consent, and wait for a decision', async () => {
    serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
    const { submit } = await openForm(aUser({ id: 2 }))
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()

    fill()
    await submit()

    expect(await screen.findByText(WAITS)).toBeVisible()
    expect(await lastBody()).toEqual({
      memorials_id: 7,
      description: 'Она научила меня читать.',
      author: 'Мария',
      idempotency_key: expect.stringMatching(UUID),
    })
  })

  it('that opened the page with a PIN are a guest’s: the token speaks for nobody', async () => {
    serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
    const { submit } = await openForm(aUser({ id: 2 }), { memorialTokens: { 7: 'pin-token' } })
    fill()
    await submit()

    expect(await screen.findByText(WAITS)).toBeVisible()
    expect(await lastBody()).toMatchObject({ author_email: 'anna@example.ru', consent_version: CONSENT_VERSION })
    expect(requestsTo('post', CREATE)[0]?.headers.get('authorization')).toBe('Bearer pin-token')
  })

  it('whose session has ended are kept, and lead to the login', async () => {
    refuse('post', CREATE, 422, [{ type: 'required', loc: ['body', 'author_email'], msg: 'Нужен адрес' }])
    const { submit, address } = await openForm(aUser({ id: 2 }), {}, openPage)
    fill()
    refuse('get', 'users/me', 401)
    await submit()

    await waitFor(() => expect(address()).toBe('/login'))
    expect(localStorage.getItem('memory-draft-7-2')).toContain('Она научила меня читать.')
  })

  it('that opened the page with a PIN need no confirmed e-mail', async () => {
    await openForm(aUser({ id: 2, is_verified: false }), { memorialTokens: { 7: 'pin-token' } })

    expect(screen.getByLabelText('E-mail')).toBeVisible()
  })

  it('need a confirmed e-mail of the account', async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
    openAt('/memorials/7', { as: aUser({ id: 2, is_verified: false }) })

    expect(await screen.findByRole('link', { name: 'подтвердите e-mail' })).toHaveAttribute('href', '/verify-email')
    expect(screen.queryByText('Написать')).not.toBeInTheDocument()
  })
})

it('the owner’s words stand on the page at once', async () => {
  serve('post', CREATE, { ...aMemory({ memorials_id: 7 }), status: 'approved' }, 201)
  const { submit } = await openForm(aUser({ id: 1 }), {}, openPage)
  fill()
  serveMemories(7, [aMemory({ memorials_id: 7 })])
  await submit()

  expect(await screen.findByText('Воспоминание добавлено.')).toBeVisible()
  expect(await screen.findByText('Она научила меня читать.')).toBeVisible()
})
