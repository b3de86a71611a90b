import { screen, waitFor, within } from '@testing-library/react'
import type { Organization } from '@contract/catalogue'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve } from '@support/server'

const ORGANIZATIONS = 'organizations/'
const FAILED = 'Не удалось загрузить информацию об организациях. Пожалуйста, попробуйте обновить страницу позже.'

function anOrganization(differences: Partial<Organization> = {}): Organization {
  return {
    id: 1,
    name: 'Мастерская «Белый камень»',
    address: 'Владимир, Заречная улица, 101',
    phone: '+7 (000) 000-00-01',
    website: 'https://kamen.example.org/',
    ...differences,
  }
}

function serveOrganizations(...organizations: Organization[]): void {
  serve('get', ORGANIZATIONS, { result: organizations })
}

it('says that organizations are loading, then shows each as a card under one heading', async () => {
  serveOrganizations(anOrganization(), anOrganization({ id: 2, name: 'Бюро «Родословие»' }))
  const release = hold('get', ORGANIZATIONS)
  openAt('/cooperation')

  expect(await screen.findByText('Загрузка данных...')).toBeVisible()
  release()

  expect(await screen.findByRole('article', { name: 'Бюро «Родословие»' })).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(screen.queryByText('Загрузка данных...')).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Сотрудничество' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Сотрудничество — Помним'))
})

it.each([
  ['a refusal', () => refuse('get', ORGANIZATIONS, 500)],
  ['a broken connection', () => disconnect('get', ORGANIZATIONS)],
])('says that loading failed after %s, and tries again at a press', async (_what, arrange) => {
  arrange()
  const { user } = openPage('/cooperation')
  expect(await screen.findByText(FAILED)).toBeVisible()
  expect(requestsTo('get', ORGANIZATIONS)).toHaveLength(1)

  serveOrganizations(anOrganization())
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByRole('article')).toBeVisible()
})

it('says so when there are none', async () => {
  serveOrganizations()
  openPage('/cooperation')

  expect(await screen.findByText('Информация о сотрудничающих организациях пока не добавлена.')).toBeVisible()
})

describe('an organization', () => {
  it('shows its address, a phone to call and a website that opens in a new tab', async () => {
    serveOrganizations(anOrganization())
    openPage('/cooperation')

    const card = within(await screen.findByRole('article'))
    expect(card.getByRole('heading', { level: 2, name: 'Мастерская «Белый камень»' })).toBeVisible()
    expect(card.getByText('Адрес офиса')).toBeVisible()
    expect(card.getByText('Владимир, Заречная улица, 101')).toBeVisible()
    expect(card.getByText('Телефон')).toBeVisible()
    expect(card.getByRole('link', { name: '+7 (000) 000-00-01' })).toHaveAttribute('href', 'tel:+70000000001')
    const website = card.getByRole('link', { name: 'kamen.example.org' })
    expect(website).toHaveAttribute('href', 'https://kamen.example.org/')
    expect(website).toHaveAttribute('target', '_blank')
    expect(website).toHaveAttribute('rel', expect.stringContaining('noopener'))
  })

  it.each([
    ['null', null],
    ['an empty text', ''],
  ])('leaves out what is %s', async (_what, nothing) => {
    serveOrganizations(anOrganization({ address: nothing, phone: nothing, website: nothing }))
    openPage('/cooperation')

    const card = within(await screen.findByRole('article'))
    for (const label of ['Адрес офиса', 'Телефон', 'Сайт']) expect(card.queryByText(label)).not.toBeInTheDocument()
    expect(card.queryByRole('link')).not.toBeInTheDocument()
  })

  it.each(['javascript:alert(1)', 'data:text/html,hello', 'kamen.example.org', 'ftp://kamen.example.org'])(
    'shows the website %s as mere text',
    async (website) => {
      serveOrganizations(anOrganization({ website, phone: null }))
      openPage('/cooperation')

      expect(await screen.findByText(website)).toBeVisible()
      expect(within(screen.getByRole('article')).queryByRole('link')).not.toBeInTheDocument()
    },
  )

  it.each([
    ['8 800 000-00-01, доб. 12', 'tel:88000000001'],
    ['тел. 8 (495) 000 00 02', 'tel:84950000002'],
  ])('calls the number in %s', async (phone, address) => {
    serveOrganizations(anOrganization({ phone }))
    openPage('/cooperation')

    expect(await screen.findByRole('link', { name: phone })).toHaveAttribute('href', address)
  })

  it('shows a phone without a number as mere text', async () => {
    serveOrganizations(anOrganization({ phone: 'по запросу', website: null }))
    openPage('/cooperation')

    expect(await screen.findByText('по запросу')).toBeVisible()
    expect(within(screen.getByRole('article')).queryByRole('link')).not.toBeInTheDocument()
  })
})
