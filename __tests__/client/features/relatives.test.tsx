import { screen, within } from '@testing-library/react'
import type { Relation } from '@contract/relations'
import { aMemorial, aMemorialCard, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMemorial, serveMyMemorials } from '@support/server'
import { scrollThroughPage } from '@support/intersection-observer'

const TIMEOUT_MS = 180_000

const MOTHER: Relation = {
  id: 5,
  kind: 'parent',
  memorial: aMemorialCard({ id: 8, lastname: 'Берёзова', name: 'Мария', surname: null }),
}
const BROTHER: Relation = {
  id: 6,
  kind: 'sibling',
  memorial: aMemorialCard({ id: 9, lastname: 'Ольхов', name: 'Иван', surname: null }),
}

function open(relatives: Relation[], circumstances: Parameters<typeof openAt>[1] = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, role: circumstances.as ? 'owner' : null }))
  serve('get', 'memorial/7/relations', { result: relatives })
  return openAt('/memorials/7', circumstances)
}

async function openToEdit(relatives: Relation[]) {
  serveMyMemorials([
    aMemorial({ id: 7, lastname: 'Сама' }),
    aMemorial({ id: 8, lastname: 'Берёзова', name: 'Мария', surname: null }),
    aMemorial({ id: 10, lastname: 'Клёнов', name: 'Пётр', surname: null }),
  ])
  const page = open(relatives, { as: aUser({ id: 1 }) })
  await page.user.click(await screen.findByText('Редактировать'))
  return page
}

const section = async () => within(await screen.findByRole('region', { name: 'Родные' }))

it(
  'names relatives in lists by what they were, with years and a link',
  async () => {
    open([MOTHER, BROTHER])
    await screen.findByText('Написать')
    expect(requestsTo('get', 'memorial/7/relations')).toHaveLength(0)
    scrollThroughPage()
    const relatives = await section()
    const parents = within(relatives.getByRole('list', { name: 'Родители' }))
    expect(parents.getByRole('link', { name: /Берёзова Мария/ })).toHaveAttribute('href', '/memorials/8')
    expect(parents.getByRole('listitem')).toHaveTextContent(/\d{4}.— \d{4}/)
    expect(relatives.getByRole('list', { name: 'Братья и сёстры' })).toHaveTextContent('Ольхов Иван')
    expect(relatives.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Родители',
      'Братья и сёстры',
    ])
  },
  TIMEOUT_MS,
)

it(
  'shows the family as a tree: parents, among their children the person of the page, and whom that person had',
  async () => {
    const of = (id: number, kind: Relation['kind'], name: string): Relation => ({
      id,
      kind,
      memorial: aMemorialCard({ id: id + 10, lastname: 'Ольхов', name, surname: null }),
    })
    open([MOTHER, of(21, 'spouse', 'Лев'), BROTHER, of(22, 'child', 'Глеб')])
    await screen.findByText('Написать')
    scrollThroughPage()
    const relatives = await section()
    const self = relatives.getByText(/^Соколова Анна Петровна/)
    expect(self).toHaveAttribute('aria-current', 'page')
    const branchOf = (element: HTMLElement) => element.closest('li')
    const own = branchOf(self) as HTMLElement
    for (const name of ['Супруги', 'Дети']) expect(own).toContainElement(relatives.getByRole('list', { name }))
    for (const name of ['Родители', 'Братья и сёстры']) {
      expect(own).not.toContainElement(relatives.getByRole('list', { name }))
    }
    const siblings = branchOf(relatives.getByRole('heading', { name: 'Братья и сёстры' }))
    expect(siblings?.parentElement).toBe(own.parentElement)
    expect(relatives.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Родители',
      'Братья и сёстры',
      'Супруги',
      'Дети',
    ])
  },
  TIMEOUT_MS,
)

it(
  'shows nothing to visitors where there are none, or where they did not load',
  async () => {
    open([])
    refuse('get', 'memorial/7/relations', 500)
    await screen.findByRole('button', { name: 'Зажечь свечу' })
    expect(screen.queryByRole('region', { name: 'Родные' })).toBeNull()
  },
  TIMEOUT_MS,
)

describe('those who keep a page', () => {
  it(
    'add one of their own pages, which is offered unless it is named already',
    async () => {
      const { user } = await openToEdit([MOTHER])
      const relatives = await section()
      await user.click(relatives.getByRole('button', { name: 'Добавить родственника' }))
      const pages = await relatives.findByRole('combobox', { name: 'Чья страница' })
      expect(
        within(pages)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Другая: вставлю ссылку на неё', expect.stringMatching(/^Клёнов Пётр, /)])
      await user.click(relatives.getByRole('radio', { name: 'Ребёнок' }))
      await user.selectOptions(pages, '10')
      expect(relatives.queryByRole('textbox', { name: 'Ссылка на страницу' })).toBeNull()
      const son = {
        id: 11,
        kind: 'child',
        memorial: aMemorialCard({ id: 10, lastname: 'Клёнов', name: 'Пётр', surname: null }),
      }
      serve('post', 'memorial/7/relations', son, 201)
      serve('get', 'memorial/7/relations', { result: [MOTHER, son] })
      await user.click(relatives.getByRole('button', { name: 'Добавить' }))
      expect(await screen.findByText('Теперь среди родных: Клёнов Пётр')).toBeVisible()
      expect(await requestsTo('post', 'memorial/7/relations')[0]?.json()).toEqual({ memorial_id: 10, kind: 'child' })
      expect(await relatives.findByRole('list', { name: 'Дети' })).toHaveTextContent('Клёнов Пётр')
      expect(relatives.getByRole('button', { name: 'Добавить родственника' })).toHaveFocus()
    },
    TIMEOUT_MS,
  )

  it(
    'ask the keepers of another page by its link, and read what the server says against it',
    async () => {
      const { user } = await openToEdit([])
      const relatives = await section()
      await user.click(relatives.getByRole('button', { name: 'Добавить родственника' }))
      const add = async () => user.click(relatives.getByRole('button', { name: 'Добавить' }))
      await add()
      expect(await relatives.findByText('Пожалуйста, выберите, кем был этот человек')).toBeVisible()
      expect(relatives.getByText('Пожалуйста, выберите страницу или вставьте ссылку на неё')).toBeVisible()
      await user.click(relatives.getByRole('radio', { name: 'Супруг или супруга' }))
      await user.type(
        relatives.getByRole('textbox', { name: 'Ссылка на страницу' }),
        'https://pomnim.ru/memorials/41?a=1',
      )
      refuse('post', 'memorial/7/relations', 409, 'Эти страницы уже связаны.')
      await add()
      expect((await screen.findAllByText('Эти страницы уже связаны.')).length).toBeGreaterThan(0)
      serve('post', 'memorial/7/relations', null, 202)
      await add()
      expect(await screen.findByText(/Мы передали вашу просьбу/)).toBeVisible()
      expect(await requestsTo('post', 'memorial/7/relations')[1]?.json()).toEqual({ memorial_id: 41, kind: 'spouse' })
    },
    TIMEOUT_MS,
  )

  it(
    'take a relative off after a question',
    async () => {
      const { user } = await openToEdit([MOTHER, BROTHER])
      const relatives = await section()
      serve('delete', 'relations/5', null, 204)
      await user.click(await relatives.findByRole('button', { name: 'Убрать из родных: Берёзова Мария' }))
      serve('get', 'memorial/7/relations', { result: [BROTHER] })
      const question = within(await screen.findByRole('alertdialog'))
      await user.click(question.getByRole('button', { name: 'Убрать из родных' }))
      expect(await screen.findByText('Страницы больше не связаны')).toBeVisible()
      expect(relatives.queryByRole('list', { name: 'Родители' })).toBeNull()
    },
    TIMEOUT_MS,
  )
})
