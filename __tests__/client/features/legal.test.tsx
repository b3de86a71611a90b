import { screen, waitFor, within } from '@testing-library/react'
import { legalDocumentPath } from '@contract/legal'
import { serveLegalDocuments } from '@support/legal'
import { openAt } from '@support/render'
import { disconnect, hold, refuse } from '@support/server'

const CONSENT = legalDocumentPath('consent')
const TITLE = 'Согласие на обработку персональных данных'

// jsdom lays nothing out, so it cannot scroll.
const scrolledTo: Element[] = []
Element.prototype.scrollIntoView = function (this: Element) {
  scrolledTo.push(this)
}

beforeEach(() => serveLegalDocuments())

it('says its title and that it loads until the text is there', async () => {
  const answer = hold('get', CONSENT)
  openAt('/consent')

  expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Загрузка...')
  expect(screen.queryByRole('article')).toBeNull()

  answer()
  expect(await screen.findByRole('article', { name: TITLE })).toBeVisible()
  expect(screen.queryByText('Загрузка...')).toBeNull()
})

it.each([
  ['the server fails', () => refuse('get', CONSENT, 500)],
  ['the connection breaks', () => disconnect('get', CONSENT)],
])('says so when %s, and asks again at a press', async (_what, fail) => {
  fail()
  const { user } = openAt('/consent')
  expect(await screen.findByText('Не удалось загрузить документ. Пожалуйста, попробуйте ещё раз.')).toBeVisible()

  await serveLegalDocuments()
  await user.click(screen.getByRole('button', { name: 'Повторить' }))

  expect(await screen.findByRole('article', { name: TITLE })).toBeVisible()
  expect(document.body).not.toHaveFocus()
})

it('scrolls to the anchor of its address once the text is there', async () => {
  const answer = hold('get', CONSENT)
  openAt('/consent#term')
  await screen.findByRole('status')
  answer()

  const heading = await screen.findByRole('heading', { level: 2, name: '6. Срок действия и отзыв' })
  await waitFor(() => expect(scrolledTo.at(-1)).toBe(heading))
})

it('leads from a reference to the clause that it names', async () => {
  const { user, router } = openAt('/privacy-policy')
  const text = within(await screen.findByRole('article'))

  await user.click(text.getByRole('link', { name: /^пункте\s2\.7$/ }))

  const clause = screen.getByText('2.7.').parentElement
  expect(router.state.location).toMatchObject({ pathname: '/privacy-policy', hash: '#data-of-visitors' })
  expect(clause).toHaveTextContent('записи журналов о сбоях')
  expect(clause).toHaveFocus()
  expect(scrolledTo.at(-1)).toBe(clause)
})

it('leads from one document to the section of another', async () => {
  const { user, router } = openAt('/privacy-policy')
  const text = within(await screen.findByRole('article'))

  await user.click(text.getByRole('link', { name: /^раздел\s6$/ }))

  const heading = await screen.findByRole('heading', { level: 2, name: '6. Что хранит ваш браузер' })
  expect(router.state.location).toMatchObject({ pathname: '/confidentiality-policy', hash: '#browser-storage' })
  await waitFor(() => expect(scrolledTo.at(-1)).toBe(heading))
})
