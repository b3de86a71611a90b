import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CONSENT_VERSION } from '@contract/consent'
import type { Memorial } from '@contract/memorial'
import { ADVANCED } from '@contract/memorial-terms'
import type { User } from '@contract/user'
import { aBurial, aMemorial, aMemory, anArchiveItem, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveArchive, serveBurial, serveMemorial, serveMemories } from '@support/server'

const TIMEOUT_MS = 180_000
/** The form is loaded at the first press. */
const SLOW = { timeout: 30_000 }
const PROPOSALS = 'memorial/7/proposals'
const THANKS = /Спасибо\. Те, кто хранит эту страницу, прочитают/
const PERSON = { lastname: 'Ёлкин', name: 'Пётр', biography: 'Родился в Вязёмах.', birth_date: '1921-05-09' }

beforeEach(() => keepEverythingInView())

async function openPage(as?: User, memorial: Partial<Memorial> = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...PERSON, birth_precision: 'day', ...memorial }))
  const page = openAt('/memorials/7', as && { as })
  await screen.findByRole('heading', { level: 1 }, SLOW)
  return page
}

async function openForm(name: string | RegExp) {
  const button = await screen.findByRole('button', { name }, SLOW)
  act(() => button.focus())
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Уточнить' }, SLOW))
  await dialog.findByRole('textbox', { name: 'Ваше имя' }, SLOW)
  return {
    dialog,
    type: (label: RegExp | string, value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name: label }), { target: { value } }),
    send: () => fireEvent.click(dialog.getByRole('button', { name: 'Отправить' })),
  }
}

async function sent(nth = 0) {
  const form = await requestsTo('post', PROPOSALS)[nth]?.formData()
  return form && Object.fromEntries(form)
}

const accept = () => serve('post', PROPOSALS, { id: 5, status: 'pending', own_token: 'own-token' }, 201)

it(
  'a guest changes the biography in place, and gets the link that takes it back',
  async () => {
    await openPage()
    accept()
    const { dialog, type, send } = await openForm('Уточнить биографию')
    expect(dialog.getByRole('textbox', { name: 'Биография' })).toHaveValue('Родился в Вязёмах.')
    type('Биография', 'Родился в Больших Вязёмах.')
    type('Ваше имя', 'Вера')
    send()
    expect(await dialog.findByText('Пожалуйста, введите корректный email адрес.')).toBeVisible()
    type('E-mail', 'vera@example.org')
    fireEvent.click(dialog.getByRole('checkbox'))
    send()
    const thanks = await screen.findByText(THANKS)
    expect(thanks).toBeVisible()
    expect(within(thanks).getByRole('link')).toHaveAttribute('href', '/proposals/own?token=own-token')
    expect(await sent()).toEqual({
      ...{ field: 'biography', value: 'Родился в Больших Вязёмах.', note: '', author: 'Вера' },
      ...{ author_email: 'vera@example.org', consent_version: CONSENT_VERSION },
    })
    fireEvent.click(dialog.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Уточнить биографию' })).toHaveFocus()
  },
  TIMEOUT_MS,
)

it(
  'an account tells what it knows of a date, under its name, with a photograph',
  async () => {
    const { user } = await openPage(aUser({ id: 2, display_name: 'Вера' }))
    accept()
    const { dialog, type, send } = await openForm('Уточнить имя или даты')
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(dialog.getByRole('textbox', { name: 'Как правильно' })).toHaveValue('Ёлкин')
    const choice = dialog.getByRole('combobox', { name: 'Что уточнить' })
    // The page has no burial place yet, which a reader may know.
    expect(within(choice).getByRole('option', { name: 'Кладбище' })).toBeInTheDocument()
    expect(within(choice).queryByRole('option', { name: 'Биография' })).not.toBeInTheDocument()
    await user.selectOptions(choice, 'Дата рождения')
    const date = within(dialog.getByRole('group', { name: 'Дата рождения' }))
    expect(date.getByRole('textbox', { name: 'Год' })).toHaveValue('1921')
    fireEvent.change(date.getByRole('textbox', { name: 'Год' }), { target: { value: '1920' } })
    type(/^Что вы знаете/, 'У нас есть метрика.')
    await user.upload(
      dialog.getByLabelText('Фотография', { selector: 'input' }),
      new File(['x'], 'metrika.jpg', { type: 'image/jpeg' }),
    )
    send()
    expect(await screen.findByText(THANKS)).toBeVisible()
    expect(await sent()).toEqual({
      ...{ field: 'birth_date', value: '1920-05-09', precision: 'day', note: 'У нас есть метрика.', author: 'Вера' },
      file: expect.any(Blob),
    })
  },
  TIMEOUT_MS,
)

it(
  'what the rules of a field refuse is said at the field, and what was typed outlives a closed form',
  async () => {
    const { user } = await openPage(aUser({ id: 2 }))
    const whyNot = 'Напишите, как правильно, или расскажите, что вы знаете.'
    refuse('post', PROPOSALS, 422, [{ loc: ['body', 'value'], msg: whyNot, type: 'value_error' }])
    const { dialog, type, send } = await openForm('Уточнить биографию')
    type('Ваше имя', 'Вера')
    send()
    expect(await dialog.findByText(whyNot)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Биография' })).toBeInvalid()
    type('Биография', 'Родился в Больших Вязёмах.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const again = await openForm('Уточнить биографию')
    expect(again.dialog.getByRole('textbox', { name: 'Биография' })).toHaveValue('Родился в Больших Вязёмах.')
  },
  TIMEOUT_MS,
)

it(
  'a burial place, a recording and a photograph have their own',
  async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1, ...PERSON, profile_rate: ADVANCED }))
    serveArchive('photo', 7, [anArchiveItem({ id: 3, memorial_id: 7, description: 'У реки' })])
    serveArchive('audio', 7, [anArchiveItem({ id: 4, memorial_id: 7, description: 'Голос' })])
    serveBurial(aBurial({ memorial_id: 7, cemetery: 'Смоленское' }))
    openAt('/memorials/7', { as: aUser({ id: 2, display_name: 'Вера' }) })
    accept()
    const ofPlace = await openForm('Уточнить место захоронения')
    fireEvent.change(ofPlace.dialog.getByRole('combobox'), { target: { value: 'burial.cemetery' } })
    expect(await ofPlace.dialog.findByDisplayValue('Смоленское')).toBeVisible()
    fireEvent.click(ofPlace.dialog.getByRole('button', { name: 'Отмена' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    const ofVoice = await openForm('Уточнить подпись «Голос»')
    fireEvent.change(ofVoice.dialog.getByRole('combobox'), { target: { value: 'audio.4.people' } })
    ofVoice.type('Как правильно', 'Пётр и Аня')
    ofVoice.send()
    await screen.findByText(THANKS)
    expect(await sent()).toMatchObject({ field: 'audio.4.people', value: 'Пётр и Аня' })
    fireEvent.click(ofVoice.dialog.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    fireEvent.click(screen.getByRole('button', { name: 'У реки' }))
    const ofPhoto = await openForm('Уточнить подпись')
    expect(ofPhoto.dialog.getByRole('textbox', { name: 'Как правильно' })).toHaveValue('У реки')
  },
  TIMEOUT_MS,
)

it(
  'words of memory have their own, but a voice without words has none',
  async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1, ...PERSON }))
    const voice = { file_path: '/media/v/a.m4a', duration: 3, is_playable: true, is_being_prepared: false, text: null }
    const spoken = aMemory({ id: 4, memorials_id: 7, author: 'Зоя', description: '', voice: { ...voice, peaks: null } })
    serveMemories(7, [aMemory({ id: 3, memorials_id: 7, author: 'Анна', description: 'Помню его уроки.' }), spoken])
    openAt('/memorials/7', { as: aUser({ id: 2, display_name: 'Вера' }) })
    accept()
    const { dialog, type, send } = await openForm('Уточнить слова за подписью «Анна»')
    expect(dialog.getByRole('textbox', { name: 'Слова памяти' })).toHaveValue('Помню его уроки.')
    type('Слова памяти', 'Помню его уроки пения.')
    send()
    await screen.findByText(THANKS)
    expect(await sent()).toMatchObject({ field: 'memory.3.description', value: 'Помню его уроки пения.' })
    expect(screen.queryByRole('button', { name: /Уточнить слова за подписью «Зоя»/, hidden: true })).toBeNull()
  },
  TIMEOUT_MS,
)

it.each([
  ['its owner', aUser({ id: 1 }), 'owner' as const],
  ['a keeper', aUser({ id: 3 }), 'keeper' as const],
])(
  '%s changes the page instead',
  async (_who, as, role) => {
    await openPage(as, { role })
    await screen.findByRole('button', { name: 'Редактировать' })
    expect(screen.queryByText('Уточнить')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'whoever has not confirmed their e-mail is told how',
  async () => {
    await openPage(aUser({ id: 2, is_verified: false }))
    fireEvent.click(await screen.findByRole('button', { name: 'Уточнить биографию' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Уточнить' }, SLOW))
    expect(await dialog.findByRole('link', { name: 'подтвердите e-mail' })).toBeVisible()
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

describe('one’s own proposal', () => {
  const proposal = {
    ...{ id: 5, memorial_id: 7, memorial_name: 'Ёлкин Пётр Андреевич' },
    ...{ field: 'birth_date', note: 'У нас есть метрика.', author: 'Вера', photo: '/media/abc/photo.webp' },
    ...{ value: { date: '1920-01-01', precision: 'year' }, created_at: '2026-11-29T12:30:00.000Z' },
  }

  it(
    'is read by its link, with what became of it, and taken back for good',
    async () => {
      serve('post', 'proposals/own', { ...proposal, status: 'rejected', reply: 'Мама помнит иначе.' })
      openAt('/proposals/own?token=own-token')
      expect(await screen.findByText('1920', undefined, SLOW)).toBeVisible()
      expect(screen.getByText('У нас есть метрика.')).toBeVisible()
      expect(screen.getByText('О ком: Ёлкин Пётр Андреевич')).toBeVisible()
      expect(screen.getByAltText('Ваша фотография')).toHaveAttribute('src', '/media/abc/photo.webp')
      expect(screen.getByText(/решили пока оставить на странице всё как есть/)).toBeVisible()
      const answer = screen.getByRole('region', { name: 'Ответ тех, кто хранит страницу' })
      expect(within(answer).getByText('Мама помнит иначе.')).toBeVisible()
      serve('delete', 'proposals/own', null, 204)
      fireEvent.click(screen.getByRole('button', { name: 'Забрать уточнение' }))
      const question = within(await screen.findByRole('alertdialog'))
      await act(async () => {
        fireEvent.click(question.getByRole('button', { name: 'Забрать уточнение' }))
        await Promise.resolve()
      })
      expect(await screen.findByText('Вашего уточнения здесь больше нет.')).toBeVisible()
      expect(await requestsTo('delete', 'proposals/own')[0]?.json()).toEqual({ own_token: 'own-token' })
    },
    TIMEOUT_MS,
  )

  it.each([
    ['ended', '?token=old', () => refuse('post', 'proposals/own', 404, 'Not Found'), /^Может быть, его забрали/],
    ['absent', '', () => undefined, /^Может быть, его забрали/],
    ['not reached', '?token=x', () => refuse('post', 'proposals/own', 500), /^Не удалось открыть уточнение/],
  ])(
    'is %s',
    async (_what, query, prepare, sentence) => {
      prepare()
      openAt(`/proposals/own${query}`)
      expect(await screen.findByText(sentence, undefined, SLOW)).toBeVisible()
    },
    TIMEOUT_MS,
  )
})
