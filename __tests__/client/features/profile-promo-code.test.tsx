import { screen, waitFor, within } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, refuse, requestsTo, serve, serveMe, serveMyMemorials } from '@support/server'

const APPLY = 'promo-codes/apply'

async function open() {
  serveMyMemorials([])
  const page = openAt('/profile/settings#extras', { as: aUser() })
  const field = await screen.findByLabelText('Промокод')
  async function apply(code: string): Promise<void> {
    if (code) await page.user.type(field, code)
    await page.user.click(screen.getByRole('button', { name: 'Применить' }))
  }
  return { ...page, field, apply }
}

it('sends the code trimmed and in capitals, names the tariff, and shows what it gave', async () => {
  serve('post', APPLY, { tariff_title: 'Продвинутый мемориал' })
  const { field, apply } = await open()
  expect(creditOf('Страниц с альбомом и голосом')).toBe('нет')
  serveMe(aUser({ advanced_memorials_left: 1 }))

  await apply(' pomnim-advanced ')

  expect(await screen.findByText('Промокод принят: тариф «Продвинутый мемориал».')).toBeVisible()
  expect(await screen.findByText('Промокод принят: тариф «Продвинутый мемориал»')).toBeVisible()
  expect(await requestsTo('post', APPLY)[0]?.json()).toEqual({ code: 'POMNIM-ADVANCED' })
  await waitFor(() => expect(creditOf('Страниц с альбомом и голосом')).toBe('1'))
  expect(field).toHaveValue('')
  expect(screen.getByRole('link', { name: 'Открыть архив на моей странице' })).toHaveAttribute('href', '/my-memorials')
  expect(screen.getAllByRole('link', { name: 'Создать мемориал' }).at(-1)).toHaveAttribute('href', '/memorials/create')
})

it.each([
  ['is empty', ''],
  ['is refused', 'POMNIM'],
])('no longer says that a code was taken when the next one %s', async (_what, next) => {
  serve('post', APPLY, { tariff_title: 'Продвинутый мемориал' })
  const { apply } = await open()
  await apply('POMNIM-ADVANCED')
  const done = await screen.findByText('Промокод принят: тариф «Продвинутый мемориал».')
  refuse('post', APPLY, 400)

  await apply(next)

  expect(await screen.findByText(/обязательно для заполнения|Неверный код/, { selector: 'form *' })).toBeVisible()
  expect(done).not.toBeInTheDocument()
})

it.each([
  [
    'a sentence',
    () => refuse('post', APPLY, 400, 'Промокод не найден или уже использован'),
    'Промокод не найден или уже использован',
  ],
  [
    'too many attempts',
    () => refuse('post', APPLY, 429, 'Слишком много попыток. Попробуйте позже.'),
    'Слишком много попыток. Попробуйте позже.',
  ],
  ['a code of no meaning', () => refuse('post', APPLY, 400), 'Неверный код или ошибка сервера'],
  ['an error of the server', () => refuse('post', APPLY, 500), 'Неверный код или ошибка сервера'],
  ['no connection', () => disconnect('post', APPLY), 'Неверный код или ошибка сервера'],
])('says why it was not taken: %s', async (_what, arrange, message) => {
  arrange()
  const { field, apply } = await open()

  await apply('POMNIM')

  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(field).toHaveValue('POMNIM')
})

it.each(['', '   '])('is not sent as «%s»', async (nothing) => {
  const { apply } = await open()

  await apply(nothing)

  expect(await screen.findByText('Поле «Промокод» обязательно для заполнения')).toBeVisible()
  expect(requestsTo('post', APPLY)).toHaveLength(0)
})

function creditOf(name: string): string | null {
  const main = within(screen.getByRole('main'))
  return main.getByText(name).nextElementSibling?.textContent ?? null
}
