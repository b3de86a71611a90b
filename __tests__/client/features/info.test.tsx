import { act, screen, waitFor, within } from '@testing-library/react'
import { CONSENT_VERSION } from '@contract/consent'
import { legalDocumentPath } from '@contract/legal'
import { aUser } from '@support/factories'
import { serveLegalDocuments } from '@support/legal'
import { openAt } from '@support/render'
import { hold, refuse, serveMe, serveMyMemorials } from '@support/server'

const DOCUMENTS = [
  ['/privacy-policy', 'Политика обработки персональных данных'],
  ['/confidentiality-policy', 'Политика конфиденциальности'],
  ['/user-agreement', 'Пользовательское соглашение'],
  ['/consent', 'Согласие на обработку персональных данных'],
] as const

// jsdom lays nothing out, so it cannot scroll.
const scrolledTo: Element[] = []
Element.prototype.scrollIntoView = function (this: Element) {
  scrolledTo.push(this)
}

const THIRTY_DAYS =
  'Персональные данные уничтожаются в срок не более 30 дней с даты достижения цели обработки или отзыва согласия.'

beforeEach(() => serveLegalDocuments())

const LATER_EDITIONS: Record<string, string> = {
  '/privacy-policy': 'Редакция от 30 ноября 2026 года',
  '/confidentiality-policy': 'Редакция от 1 декабря 2026 года',
}
const editionOf = (path: string) => LATER_EDITIONS[path] ?? 'Редакция от 26 ноября 2026 года'

describe.each(DOCUMENTS)('the document at %s', (path, title) => {
  it('shows its title, its edition and how soon personal data are destroyed', async () => {
    openAt(path)

    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(document.title).toBe(`${title} — Помним`)
    expect(await screen.findByText(editionOf(path))).toBeVisible()
    expect(screen.getByRole('article', { name: title })).toHaveTextContent(THIRTY_DAYS)
  })

  it('tells whose site it is and whom to write to, as this installation is set', async () => {
    await serveLegalDocuments({
      SITE_NAME: 'Память',
      OPERATOR_NAME: 'АНО «Родные имена»',
      SUPPORT_EMAIL: 'help@pamyat.example',
      PUBLIC_URL: 'https://pamyat.example',
    })
    openAt(path)

    const text = within(await screen.findByRole('article', { name: title }))
    expect(text.getAllByText(/АНО «Родные имена»/)[0]).toBeVisible()
    expect(text.getAllByText(/«Память»/)[0]).toBeVisible()
    expect(text.getAllByRole('link', { name: 'help@pamyat.example' })[0]).toHaveAttribute(
      'href',
      'mailto:help@pamyat.example',
    )
    expect(text.getAllByRole('link', { name: 'https://pamyat.example' })[0]).toHaveAttribute(
      'href',
      'https://pamyat.example',
    )
  })

  it('leads to its earlier edition, which leads back', async () => {
    const { user, address } = openAt(path)

    await user.click(await screen.findByRole('link', { name: 'От 18 июня 2025' }))

    expect(await screen.findByText('Редакция от 18 июня 2025 года')).toBeVisible()
    expect(address()).toBe(`${path}?edition=2025-06-18`)
    await user.click(screen.getByRole('link', { name: 'Прочитать нынешнюю' }))
    expect(await screen.findByText(editionOf(path))).toBeVisible()
    expect(address()).toBe(path)
  })

  it('says of an edition that never was, that there is none', async () => {
    refuse('get', legalDocumentPath(`${path.slice(1)}.1999-01-01`), 404)
    openAt(`${path}?edition=1999-01-01`)

    expect(await screen.findByText(/Такой редакции нет/)).toBeVisible()
  })

  it('is reached from the footer', async () => {
    const { user } = openAt('/no-such-page')
    const footer = within(await screen.findByRole('contentinfo'))

    await user.click(footer.getByRole('link', { name: title }))

    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  it('numbers its sections, and its contents lead to each', async () => {
    const { user, router } = openAt(path)
    const text = within(await screen.findByRole('article', { name: title }))
    const headings = text.getAllByRole('heading', { level: 2 })
    const contents = within(screen.getByRole('navigation', { name: 'Содержание', hidden: true }))
    const links = contents.getAllByRole('link', { hidden: true })

    expect(headings.length).toBeGreaterThan(5)
    expect(headings.map(({ textContent }) => textContent)).toEqual(headings.map(numberedFromOne))
    expect(links.map(({ textContent }) => textContent.replace('.', '. '))).toEqual(
      headings.map(({ textContent }) => textContent),
    )
    expect(links.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `${path}#${id}`))
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length)

    const last = links.at(-1) as HTMLElement
    await user.click(last)
    expect(router.state.location.hash).toBe(`#${headings.at(-1)?.id}`)
    expect(headings.at(-1)).toHaveFocus()
    expect(scrolledTo.at(-1)).toBe(headings.at(-1))
  })

  it('numbers its clauses within their sections', async () => {
    openAt(path)
    const text = await screen.findByRole('article', { name: title })

    text.querySelectorAll('section').forEach((section, index) => {
      const numbers = [...section.querySelectorAll('span')].map(({ textContent }) => textContent)
      expect(numbers.length).toBeGreaterThan(0)
      expect(numbers).toEqual(numbers.map((_number, place) => `${index + 1}.${place + 1}.`))
    })
  })
})

/** The heading's own words behind the number it has to bear. */
function numberedFromOne({ textContent }: HTMLElement, index: number): string {
  return `${index + 1}. ${textContent.replace(/^\d+\. /, '')}`
}

describe('what the documents say of each other', () => {
  it.each([
    [
      '/privacy-policy',
      [
        ['порядок уничтожения описан в разделе 7', '/privacy-policy', '7. Сроки и уничтожение'],
        ['Политика конфиденциальности, раздел 6', '/confidentiality-policy', '6. Что хранит ваш браузер'],
      ],
    ],
    [
      '/user-agreement',
      [
        ['О платных тарифах говорится в разделе 7', '/user-agreement', '7. Тарифы и промокоды'],
        ['соблюдать раздел 5', '/user-agreement', '5. Чего делать нельзя'],
        ['нарушении раздела 4', '/user-agreement', '4. Содержание Мемориала и права на него'],
        ['по правилам раздела 11', '/user-agreement', '11. Прекращение соглашения'],
      ],
    ],
    ['/consent', [['для исполнения целей раздела 2', '/consent', '2. Цели обработки']]],
  ] as const)('%s refers to sections that are there', async (path, references) => {
    const { router } = openAt(path)
    const article = await screen.findByRole('article')
    for (const [reference] of references) expect(article).toHaveTextContent(reference)

    for (const [, target, heading] of references) {
      await act(() => router.navigate(target))
      expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeVisible()
    }
  })

  it('shows the edition of the consent that a registration records', () => {
    expect(CONSENT_VERSION).toBe('2026-11-26')
  })

  it('leads from the policy to the agreement without leaving the site', async () => {
    const { user, address } = openAt('/privacy-policy')
    const text = within(await screen.findByRole('article'))

    await user.click(text.getByRole('link', { name: 'Пользовательское соглашение' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Пользовательское соглашение' })).toBeVisible()
    expect(address()).toBe('/user-agreement')
  })
})

describe('what the documents say of what is kept', () => {
  it.each([
    [
      '/privacy-policy',
      [
        'для Гостя — пока хранится его воспоминание',
        'название браузера и сетевой адрес без окончания',
        'кто и когда одобрил, отклонил, изменил или удалил воспоминание',
        'сетевой адрес и адрес электронной почты заменены в них хешем',
        'Из аудио- и видеозаписей убираются скрытые в файле сведения о месте',
      ],
    ],
    [
      '/confidentiality-policy',
      [
        'запись о его согласии: редакция, время и сетевой адрес',
        'Каждый такой сеанс можно завершить',
        'отмечается в журнале решений, без самих текстов',
      ],
    ],
    [
      '/consent',
      [
        'Оставляя воспоминание без регистрации, я отмечаю такое же поле',
        'В обоих случаях Оператор записывает редакцию согласия',
      ],
    ],
  ])('%s says it', async (path, sentences) => {
    openAt(path)

    const article = await screen.findByRole('article')
    for (const words of sentences) expect(article).toHaveTextContent(words)
  })

  it('the policy refers to clauses that are there', async () => {
    openAt('/privacy-policy')
    const article = await screen.findByRole('article')

    for (const [reference, number, words] of [
      ['пункте 2.7', '2.7.', 'записи журналов о сбоях'],
      ['пункт 2.9', '2.9.', 'отметки о том, кто и когда'],
      ['пункте 2.8', '2.8.', 'Те, кто обращается в поддержку'],
      ['пункт 2.6', '2.6.', 'Запись о согласии'],
    ] as const) {
      expect(article).toHaveTextContent(reference)
      expect(screen.getByText(number).parentElement).toHaveTextContent(words)
    }
  })

  it('nowhere says that recordings keep hidden data of their own', async () => {
    openAt('/confidentiality-policy')

    expect(await screen.findByRole('article')).not.toHaveTextContent('такие сведения могут остаться')
  })
})

describe('how it works', () => {
  it('tells the seven steps in their order', async () => {
    openAt('/how-it-works')

    expect(await screen.findByRole('heading', { level: 1, name: 'Как это работает' })).toBeVisible()
    expect(document.title).toBe('Как это работает — Помним')
    const steps = within(screen.getByRole('main')).getAllByRole('listitem')
    expect(steps.map((step) => within(step).getByRole('heading', { level: 2 }).textContent)).toEqual([
      'Регистрация',
      'Вход',
      'Виды мемориалов',
      'Создание мемориала',
      'Использование страницы',
      'Личный кабинет',
      'QR-код',
    ])
    expect(steps.map((step) => within(step).getByText(/^\d$/).textContent)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })

  it('tells the limits of the product as they are', async () => {
    openAt('/how-it-works')

    expect(await screen.findByText(/архив фотографий, аудио и видео до 250 МБ/)).toBeVisible()
    expect(screen.getByText(/не короче 8 символов/)).toBeVisible()
    expect(screen.getByText(/PIN-\u2060код: от 4 до 10 цифр/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Тарифы и цены' })).toHaveAttribute('href', '/tariffs')
  })

  it('leads a guest to the registration', async () => {
    const { user, address } = openAt('/how-it-works')

    await waitFor(async () => expect(await beginning()).toHaveAttribute('href', '/register'))
    await user.click(await beginning())

    await waitFor(() => expect(address()).toBe('/register'))
  })

  it('leads whoever is signed in to a new memorial', async () => {
    serveMyMemorials([])
    const { user, address } = openAt('/how-it-works', { as: aUser() })

    await waitFor(async () => expect(await beginning()).toHaveAttribute('href', '/memorials/create'))
    await user.click(await beginning())

    await waitFor(() => expect(address()).toBe('/memorials/create'))
  })

  it('does not send a token holder to register while the server has yet to tell who that is', async () => {
    serveMe(aUser())
    hold('get', 'users/me')
    openAt('/how-it-works', { token: 'token-of-somebody' })

    await waitFor(async () => expect(await beginning()).toHaveAttribute('href', '/memorials/create'))
  })

  it('takes nobody for a guest whose account cannot be fetched', async () => {
    refuse('get', 'users/me', 500)
    openAt('/how-it-works', { token: 'some-token' })

    await waitFor(async () => expect(await beginning()).toHaveAttribute('href', '/memorials/create'))
  })
})

function beginning() {
  return screen.findByRole('link', { name: 'Создать мемориал' })
}
