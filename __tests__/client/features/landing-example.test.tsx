import { screen, waitFor, within } from '@testing-library/react'
import { aMemorialCard, aMemory } from '@support/factories'
import { openAt } from '@support/render'
import { requestsTo, serve, serveMemories, servePublicMemorials } from '@support/server'

const LIST = 'memorial/public_memorials'

beforeEach(() => {
  serve('get', 'promo/active', { result: [] })
  servePublicMemorials([])
})

describe('the example', () => {
  const example = () => screen.findByRole('complementary', { name: 'Пример страницы памяти' })

  it('is a public page with a portrait: whom it remembers, one memory, and the way there', async () => {
    servePublicMemorials([
      aMemorialCard({ id: 3 }),
      aMemorialCard({ id: 4, lastname: 'Орлов', photo_path: '/media/a/picture.webp' }),
    ])
    serveMemories(4, [
      aMemory({ id: 1, description: 'Длинные слова. '.repeat(20) }),
      aMemory({ id: 2, description: 'Учил меня плавать.', author: 'Внук' }),
    ])
    openAt('/')

    const page = within(await example())
    expect(page.getByText('Орлов Анна Петровна')).toBeVisible()
    expect(await page.findByText(/Учил\sменя плавать\./)).toBeVisible()
    expect(page.getByText('Внук')).toBeVisible()
    expect(page.getByRole('link', { name: 'Посмотреть пример' })).toHaveAttribute('href', '/memorials/4')
  })

  it('is one with words, where there is one', async () => {
    servePublicMemorials([
      aMemorialCard({ id: 3, photo_path: '/media/a/picture.webp' }),
      aMemorialCard({ id: 4, photo_path: '/media/b/picture.webp', lastname: 'Орлов' }),
    ])
    serveMemories(3, [])
    serveMemories(4, [aMemory({ description: 'Учил меня плавать.' })])
    openAt('/')

    expect(await within(await example()).findByText('Орлов Анна Петровна')).toBeVisible()
  })

  it('is a page without words where nobody has written any', async () => {
    servePublicMemorials([aMemorialCard({ id: 3 }), aMemorialCard({ id: 4 })])
    serveMemories(3, [])
    serveMemories(4, [])
    openAt('/')

    expect(await within(await example()).findByRole('link', { name: 'Посмотреть пример' })).toBeVisible()
  })

  it('shows the beginning of words that are too long', async () => {
    servePublicMemorials([aMemorialCard({ id: 3 })])
    serveMemories(3, [aMemory({ description: 'Слова '.repeat(60) })])
    openAt('/')

    expect(await within(await example()).findByText(/^Слова .*Слова…$/)).toBeVisible()
  })

  it('is left out where no page is public', async () => {
    openAt('/')
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(requestsTo('get', LIST)).not.toHaveLength(0))
    await waitFor(() => expect(document.querySelector('aside')).toBeNull())
  })
})
