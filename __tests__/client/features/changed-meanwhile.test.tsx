import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'
import { aMemorial, aUser } from '@support/factories'
import { keyOfDraft, writeDraft } from '@client/lib/draft'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveKeepers, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const UPDATE = 'memorial/update/7/'
const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'
const TIMEOUT_MS = 20_000

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
const show = (memorial: Partial<Memorial>) => serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))

async function open(memorial: Partial<Memorial>, form: string) {
  show(memorial)
  serveKeepers(7, [{ user_id: 1, email: 'sestra@example.ru', role: 'owner' }])
  openAt('/memorials/7', { as: aUser({ id: 1 }) })
  fireEvent.click(await screen.findByText('Редактировать'))
  const opener = await screen.findByText(form)
  // A draft is brought back a moment after the form was opened.
  await act(async () => {
    fireEvent.click(opener)
    await Promise.resolve()
  })
}

/** Somebody else has changed the page; the server refuses what is sent, and answers with theirs from now on. */
function changedBySomebody(memorial: Partial<Memorial>): void {
  show(memorial)
  refuse('patch', UPDATE, 409, REFUSAL)
}

const theirs = async () => within(await screen.findByRole('group', { name: 'Сейчас на странице' }))
async function expectedIn(nth: number): Promise<unknown> {
  const expected = (await requestsTo('patch', UPDATE).at(nth)?.formData())?.get('expected')
  return typeof expected === 'string' ? (JSON.parse(expected) as unknown) : undefined
}

it(
  'shows both texts to who saves second, and takes theirs when they save again',
  async () => {
    await open({ biography: 'Прежнее.' }, 'Изменить биографию')
    const text = screen.getByLabelText('Биография', { selector: 'textarea' })
    fireEvent.change(text, { target: { value: 'Слова сестры.' } })
    changedBySomebody({ biography: 'Слова брата.' })

    press('Сохранить')

    expect((await theirs()).getByText('Слова брата.')).toBeVisible()
    expect(screen.getAllByText(REFUSAL)[0]).toBeVisible()
    expect(text).toHaveValue('Слова сестры.')
    expect(await expectedIn(0)).toEqual({ biography: 'Прежнее.' })

    serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, biography: 'Слова сестры.' }))
    show({ biography: 'Слова сестры.' })
    press('Сохранить')

    await waitFor(() => expect(screen.queryByLabelText('Биография', { selector: 'textarea' })).not.toBeInTheDocument())
    expect(await expectedIn(1)).toEqual({ biography: 'Слова брата.' })
    expect(await screen.findByText('Слова сестры.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'leaves theirs when who saves second thinks better of it',
  async () => {
    await open({ lastname: 'Соколова', maiden_name: null }, 'Изменить имя')
    changedBySomebody({ lastname: 'Соколова', name: 'Анна', surname: 'Петровна', maiden_name: 'Белова' })
    press('Сохранить')
    expect((await theirs()).getByText('Соколова Анна Петровна, урождённая Белова')).toBeVisible()

    press('Отмена')

    expect(await screen.findByText('урождённая Белова')).toBeVisible()
    expect(requestsTo('patch', UPDATE)).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it(
  'asks before what could not be saved goes with «Отмена»',
  async () => {
    await open({ biography: 'Прежнее.' }, 'Изменить биографию')
    const text = screen.getByLabelText('Биография', { selector: 'textarea' })
    fireEvent.change(text, { target: { value: 'Слова сестры.' } })
    changedBySomebody({ biography: 'Слова брата.' })
    press('Сохранить')
    await theirs()

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
  'shows the dates that somebody else has written',
  async () => {
    await open({ birth_date: '1931-05-09', birth_precision: 'day' }, 'Изменить даты')
    changedBySomebody({ birth_date: '1930-01-01', birth_precision: 'year', death_date: '1999-02-03' })
    press('Сохранить')
    expect((await theirs()).getByText('1930 — 3 февраля 1999')).toBeVisible()
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

describe('a draft that comes back after somebody else has changed the page', () => {
  const DRAFT = keyOfDraft('biography', 7, 1)
  const openWithDraft = async () => {
    writeDraft(DRAFT, { biography: 'Слова сестры, написанные вчера.', begunFrom: { biography: 'Прежнее.' } })
    await open({ biography: 'Слова брата.' }, 'Изменить биографию')
    expect(await screen.findByText(/^Мы вернули то, что вы написали/)).toBeVisible()
    expect(screen.getByDisplayValue('Слова сестры, написанные вчера.')).toBeVisible()
  }

  it(
    'is not saved over what it was not begun from',
    async () => {
      await openWithDraft()
      changedBySomebody({ biography: 'Слова брата.' })
      press('Сохранить')
      expect((await theirs()).getByText('Слова брата.')).toBeVisible()
      expect(await expectedIn(0)).toEqual({ biography: 'Прежнее.' })
    },
    TIMEOUT_MS,
  )

  it(
    'is forgotten with its beginning when somebody begins anew',
    async () => {
      await openWithDraft()
      press('Начать заново')
      const text = await screen.findByLabelText('Биография', { selector: 'textarea' })
      await waitFor(() => expect(text).toHaveValue('Слова брата.'))
      fireEvent.change(text, { target: { value: 'Слова брата и сестры.' } })
      serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, biography: 'Слова брата и сестры.' }))
      press('Сохранить')
      await waitFor(async () => expect(await expectedIn(0)).toEqual({ biography: 'Слова брата.' }))
    },
    TIMEOUT_MS,
  )

  it(
    'keeps what the form was begun from',
    async () => {
      await open({ biography: 'Прежнее.' }, 'Изменить биографию')
      const text = screen.getByLabelText('Биография', { selector: 'textarea' })
      fireEvent.change(text, { target: { value: 'Новое.' } })
      await waitFor(() =>
        expect(JSON.parse(window.localStorage.getItem(DRAFT) ?? 'null')).toMatchObject({
          biography: 'Новое.',
          begunFrom: { biography: 'Прежнее.' },
        }),
      )
    },
    TIMEOUT_MS,
  )
})
