import { screen } from '@testing-library/react'
import { openAt } from '@support/render'

describe('an address that leads nowhere', () => {
  it.each(['/memorial', '/memorials/abc', '/memorials/0', '/memorials/-1', '/memorials/1.5', '/profile/x'])(
    'says so at %s, inside the shell',
    async (path) => {
      openAt(path, { settings: { supportEmail: 'pomosh@example.ru' } })

      expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
      expect(document.title).toBe('Страница не найдена — Помним')
      expect(screen.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/')
      expect(screen.getAllByRole('link', { name: 'pomosh@example.ru' })[0]).toHaveAttribute(
        'href',
        'mailto:pomosh@example.ru',
      )
      expect(screen.getByRole('link', { name: 'Мемориалы' })).toBeVisible()
    },
  )
})
