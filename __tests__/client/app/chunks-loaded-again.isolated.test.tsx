import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { paths } from '@contract/paths'
import { App } from '@client/app/App'
import { createStyleCache, loadPageAt } from '@client/ssr/hydration'
import { createAppStore } from '@client/store/create-app-store'
import { useToast } from '@client/ui/toasts'
import { aBurial, aMemorial, anArchiveItem, aUser, someSettings } from '@support/factories'
import { openAt } from '@support/render'
import { serve, serveArchive, serveBurial, serveMemorial, serveMyMemorials } from '@support/server'
import { keepEverythingInView } from '@support/intersection-observer'

/** Programs that the network loses, and how many times more. */
const mockLosses = new Map<string, number>()

/** What a browser does at each `import()` of a program that it has not got yet. */
const mockProgram = (name: string): unknown => {
  const losses = mockLosses.get(name) ?? 0
  if (losses === 0) return jest.requireActual(name)
  mockLosses.set(name, losses - 1)
  throw new Error('Loading chunk failed')
}

jest.mock('@client/ui/ToastArea', () => mockProgram('@client/ui/ToastArea'))
jest.mock('@client/ui/form/CalendarDialog', () => mockProgram('@client/ui/form/CalendarDialog'))
jest.mock('@client/features/memorial/burial/BurialMap', () => mockProgram('@client/features/memorial/burial/BurialMap'))
jest.mock('@client/features/memorial/archives/PhotoLightbox', () =>
  mockProgram('@client/features/memorial/archives/PhotoLightbox'),
)
jest.mock('@client/features/info/HowItWorksPage', () => mockProgram('@client/features/info/HowItWorksPage'))
jest.mock('@client/features/organizations/OrganizationsPage', () =>
  mockProgram('@client/features/organizations/OrganizationsPage'),
)
jest.mock('@client/features/info/legal/LegalPages', () => mockProgram('@client/features/info/legal/LegalPages'))

function lose(name: string, times = 1): void {
  mockLosses.set(name, times)
}

const isLost = (name: string) => waitFor(() => expect(mockLosses.get(name)).toBe(0))

describe('what failed to load once can load again', () => {
  it('toasts: the next one brings those that waited, too', async () => {
    lose('@client/ui/ToastArea')
    render(
      <App store={createAppStore()} settings={someSettings()} styleCache={createStyleCache()}>
        <Buttons />
      </App>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
    await isLost('@client/ui/ToastArea')
    await act(() => new Promise((resolve) => setTimeout(resolve)))

    fireEvent.click(screen.getByRole('button', { name: 'Удалить' }))

    expect(await screen.findByText('Удалено')).toBeVisible()
    expect(screen.getByText('Сохранено')).toBeVisible()
  })

  it('a map, at a press', async () => {
    lose('@client/features/memorial/burial/BurialMap')
    keepEverythingInView()
    serveMemorial(aMemorial({ id: 7 }))
    serveBurial(aBurial({ memorial_id: 7 }))
    const { user } = openAt('/memorials/7')
    expect(await screen.findByText('Карта не загрузилась. Координаты указаны выше.')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Повторить загрузку карты' }))

    expect(await screen.findByRole('application', { name: 'Карта места захоронения' })).toBeVisible()
    expect(document.body).not.toHaveFocus()
  })

  it('a calendar, when it is opened again', async () => {
    lose('@client/ui/form/CalendarDialog')
    serveMyMemorials([])
    const { user } = openAt('/memorials/create', { as: aUser() })
    const [button] = await screen.findAllByRole('button', { name: 'Выбрать дату в календаре' })
    if (!button) throw new Error('No calendar on the form')
    await user.click(button)
    await screen.findByText('Не удалось открыть календарь. Дату можно ввести цифрами.')

    await user.click(button)

    expect(await screen.findByRole('dialog', { name: 'Дата рождения' })).toBeVisible()
  })

  it('a photo shown large, when it is pressed again', async () => {
    lose('@client/features/memorial/archives/PhotoLightbox')
    keepEverythingInView()
    serveMemorial(aMemorial({ id: 7, user_id: 2, profile_rate: ADVANCED }))
    serveArchive('photo', 7, [anArchiveItem({ description: 'У реки' })])
    openAt('/memorials/7')
    const thumbnail = await screen.findByRole('button', { name: 'У реки' })
    fireEvent.click(thumbnail)
    await screen.findByText('Не удалось открыть фотографию. Нажмите на неё ещё раз или обновите страницу.')
    await waitFor(() => expect(thumbnail).toHaveFocus())

    fireEvent.click(thumbnail)

    expect(await screen.findByRole('dialog', { name: 'Просмотр фотографий' })).toBeVisible()
  })

  it('a screen, when one comes to it again', async () => {
    lose('@client/features/info/HowItWorksPage', 2)
    serve('get', 'tariffs/', { result: [] })
    const { router } = openAt('/how-it-works')
    expect(await screen.findByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible()
    await act(() => router.navigate('/tariffs'))
    await screen.findByRole('heading', { level: 1, name: 'Тарифы и цены' })

    await act(() => router.navigate(-1))

    expect(await screen.findByRole('heading', { level: 1, name: 'Как это работает' })).toBeVisible()
  })

  it('a screen, at a press', async () => {
    lose('@client/features/organizations/OrganizationsPage', 2)
    serve('get', 'organizations/', { result: [] })
    const { user } = openAt(paths.cooperation)
    await screen.findByRole('heading', { name: 'Не удалось показать страницу' })

    await user.click(screen.getByRole('button', { name: 'Попробовать ещё раз' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Сотрудничество' })).toBeVisible()
    expect(document.body).not.toHaveFocus()
  })
})

it('a rendered page whose screen failed to load is not taken over before it could be had', async () => {
  lose('@client/features/info/legal/LegalPages')

  await expect(loadPageAt(paths.userAgreement)).rejects.toThrow('Loading chunk failed')
  await expect(loadPageAt(paths.userAgreement)).resolves.toBeUndefined()
})

function Buttons() {
  const toast = useToast()
  return (
    <>
      <button onClick={() => toast.success('Сохранено')}>Сохранить</button>
      <button onClick={() => toast.success('Удалено')}>Удалить</button>
    </>
  )
}
