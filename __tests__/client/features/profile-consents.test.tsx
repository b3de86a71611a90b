import { screen, within } from '@testing-library/react'
import type { GivenConsent } from '@contract/consent'
import { GivenConsents } from '@client/features/cabinet/GivenConsents'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openAlone } from '@support/section'
import { refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const CONSENTS = 'users/me/consents'

const OF_ACCOUNT: GivenConsent = {
  ...{ occasion: 'account', id: 1, edition: '2025-06-18', given_at: '2026-11-20T09:00:00Z', memorial_name: null },
  agreement: { edition: '2025-06-18', is_current: false },
  policy: { edition: '2026-11-26', is_current: true },
}
const WITH_WORDS: GivenConsent = {
  ...{ occasion: 'words', id: 4, edition: '2025-06-18', given_at: '2026-11-24T22:30:00Z' },
  ...{ memorial_name: 'Соколова Анна Петровна', agreement: null, policy: null },
}

async function open(consents: GivenConsent[]) {
  serve('get', CONSENTS, { result: consents })
  const { user } = openAlone(<GivenConsents />, { as: aUser() })
  return { user, section: within(await screen.findByRole('region', { name: 'Ваши согласия' })) }
}

type Section = Awaited<ReturnType<typeof open>>['section']

const withdrawal = async (section: Section) =>
  section.findByRole('button', { name: 'Отозвать: Со словами памяти: Соколова Анна Петровна, 25 ноября 2026' })
const confirmation = async () =>
  within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Отозвать' })

it('tells what was agreed to, when and in which edition, and how each is withdrawn', async () => {
  const { section } = await open([WITH_WORDS, OF_ACCOUNT])
  const [words, account] = await section.findAllByRole('listitem')
  expect(words).toHaveTextContent('Со словами памяти: Соколова Анна Петровна')
  expect(words).toHaveTextContent('Дано 25 ноября 2026. Редакция от 18 июня 2025')
  expect(section.getAllByRole('link', { name: 'Редакция от 18 июня 2025' })[0]).toHaveAttribute(
    'href',
    '/consent?edition=2025-06-18',
  )
  expect(account).toHaveTextContent('При регистрации')
  expect(account).toHaveTextContent('Чтобы отозвать его, удалите аккаунт')
  expect(section.getAllByRole('button')).toHaveLength(1)
  expect(words).not.toHaveTextContent('Вместе с согласием приняты')
  expect(section.getByRole('link', { name: /согласие на обработку/ })).toHaveAttribute('href', '/consent')
})

it('tells which other texts were accepted with it, and leads to each in that edition', async () => {
  const { section } = await open([OF_ACCOUNT])
  const account = await section.findByRole('listitem')
  expect(account).toHaveTextContent(
    'Вместе с согласием приняты пользовательское соглашение (редакция от 18 июня 2025) и политика обработки персональных данных (редакция от 26 ноября 2026).',
  )
  const address = (name: RegExp) => within(account).getByRole('link', { name }).getAttribute('href')
  expect(address(/^пользовательское соглашение/)).toBe('/user-agreement?edition=2025-06-18')
  expect(address(/^политика/)).toBe('/privacy-policy')
})

it('names an edition without a day in its own words', async () => {
  const { section } = await open([
    { ...OF_ACCOUNT, policy: null, agreement: { edition: 'Редакция № 3', is_current: false } },
  ])
  const account = await section.findByRole('listitem')
  expect(account).toHaveTextContent('Вместе с согласием принято пользовательское соглашение (редакция № 3).')
  // There is no address of it.
  expect(within(account).queryByRole('link', { name: /соглашение/ })).not.toBeInTheDocument()
})

it('withdraws one after a question that tells what goes with it', async () => {
  const { user, section } = await open([WITH_WORDS, OF_ACCOUNT])
  serve('delete', `${CONSENTS}/words/4`, null, 204)
  await user.click(await withdrawal(section))
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Ваши слова и фотография, если она была с ними, исчезнут')
  expect(requestsTo('delete', `${CONSENTS}/words/4`)).toHaveLength(0)
  serve('get', CONSENTS, { result: [OF_ACCOUNT] })
  await user.click(await confirmation())
  expect(await screen.findByText('Согласие отозвано')).toBeVisible()
  expect(await section.findAllByRole('listitem')).toHaveLength(1)
})

it('stays when the server refuses, and says why', async () => {
  const { user, section } = await open([WITH_WORDS])
  refuse('delete', `${CONSENTS}/words/4`, 503, 'Сервер занят. Подождите немного.')
  await user.click(await withdrawal(section))
  await user.click(await confirmation())
  expect(await screen.findByText('Сервер занят. Подождите немного.')).toBeVisible()
  expect(await section.findAllByRole('listitem')).toHaveLength(1)
})

it('says that none is recorded', async () => {
  const { section } = await open([])
  expect(await section.findByText('Согласий с этим адресом не записано.')).toBeVisible()
})

it('offers to ask again when it is not known', async () => {
  serveMyMemorials([])
  refuse('get', CONSENTS, 500)
  const { user } = openAt('/profile/settings#data', { as: aUser() })
  const section = within(await screen.findByRole('region', { name: 'Ваши согласия' }))
  await section.findByText('Не удалось узнать, какие согласия вы дали.')
  serve('get', CONSENTS, { result: [OF_ACCOUNT] })
  await user.click(section.getByRole('button', { name: 'Повторить' }))
  expect(await section.findByText('При регистрации')).toBeVisible()
})
