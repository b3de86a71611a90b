import { cleanup, screen } from '@testing-library/react'
import { readSettings } from '@client/ssr/hydration'
import { someSettings } from '@support/factories'
import { openAt } from '@support/render'

describe('what the server wrote into the page', () => {
  afterEach(() => {
    cleanup()
    document.head.innerHTML = ''
    document.body.innerHTML = ''
  })

  it('holds the settings of the installation', () => {
    const settings = someSettings({ siteName: 'Память <о нас>' })
    document.body.innerHTML = '<script type="application/json" id="settings"></script>'
    document.getElementById('settings')?.append(JSON.stringify(settings))

    expect(readSettings()).toEqual(settings)
  })

  it('must hold them: without settings nothing starts, and the reason is told', () => {
    expect(() => readSettings()).toThrow('The page holds no settings')
  })

  it('names the page only until a screen does', async () => {
    document.head.innerHTML = '<title data-server>Анна Соколова — Помним</title>'

    openAt('/no-such-page')
    await screen.findByRole('heading', { name: 'Страница не найдена' })

    expect(document.title).toBe('Страница не найдена — Помним')
    expect(document.querySelectorAll('title')).toHaveLength(1)
  })
})

describe('the footer', () => {
  it('tells of the service, leads to the four documents and to support, and tells whose site it is', async () => {
    openAt('/no-such-page', {
      settings: { siteName: 'Память', supportEmail: 'help@example.ru', supportMessengerUrl: 'https://t.me/help' },
    })
    const footer = await screen.findByRole('contentinfo')

    const links = [...footer.querySelectorAll('a')].map(({ textContent, href }) => `${textContent} ${href}`)
    expect(links).toEqual([
      'Как это работает http://localhost/how-it-works',
      'Тарифы http://localhost/tariffs',
      'Сотрудничество http://localhost/cooperation',
      'Политика обработки персональных данных http://localhost/privacy-policy',
      'Политика конфиденциальности http://localhost/confidentiality-policy',
      'Пользовательское соглашение http://localhost/user-agreement',
      'Согласие на обработку персональных данных http://localhost/consent',
      'help@example.ru mailto:help@example.ru',
      'Написать в мессенджер https://t.me/help',
    ])
    expect(footer).toHaveTextContent('© 2025 Память')
  })
})
