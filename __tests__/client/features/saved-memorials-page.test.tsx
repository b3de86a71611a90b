import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { tokenDigest } from '@client/offline/policy'
import { type OfflineCopy, writeOfflineCopy } from '@client/offline/copies'
import { aUser } from '@support/factories'
import { giveCaches } from '@support/cached-storage'
import { openAt } from '@support/render'
import { openPage } from '@support/section'

const KEPT: OfflineCopy = {
  id: 7,
  name: 'Ёлкин Пётр Андреевич',
  life: '9 мая 1921 — 30 ноября 1999',
  photoPath: null,
  keptAt: '2026-11-23T10:00:00.000Z',
  keptUntil: null,
  openedBy: null,
  isSaved: true,
  isOfAccount: false,
  photoCount: 0,
  hasVoice: false,
  bytes: 10,
}

describe('where pages can be kept', () => {
  let remove: () => void

  beforeEach(() => ({ remove } = giveCaches()))
  afterEach(() => remove())

  it('says how a page comes here when there is none', async () => {
    openAt('/saved')
    expect(await screen.findByText('Здесь пока ничего нет')).toBeVisible()
    expect(screen.getByText(/нажмите «Сохранить на телефоне»/)).toBeVisible()
  })

  it('offers nothing that needs a connection where there is none', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    openPage('/saved')
    expect(await screen.findByText(/^Когда связь появится, откройте страницу/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Все мемориалы' })).toBeNull()
    jest.restoreAllMocks()
  })

  it('lists what was saved, and what was only visited', async () => {
    await writeOfflineCopy(KEPT, [])
    // What was only visited goes after a month.
    await writeOfflineCopy(
      { ...KEPT, isSaved: false, keptAt: new Date().toISOString(), id: 8, name: 'Орлова Анна' },
      [],
    )
    openPage('/saved')

    const saved = await screen.findByRole('region', { name: 'Сохранены вами' })
    expect(saved).toHaveTextContent(/Ёлкин Пётр Андреевич.*Сохранена 23\sноября\s2026/)
    expect(saved).not.toHaveTextContent(/Орлова/)
    const visited = screen.getByRole('region', { name: 'Открывались недавно' })
    expect(visited).toHaveTextContent(/Орлова Анна.*Открывалась/)
    const card = within(saved).getByRole('article')
    expect(within(card).getByRole('button', { name: 'Убрать с устройства' })).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'Посетить страницу' })[0]).toHaveAttribute('href', '/memorials/7')
  })

  describe('of closed pages', () => {
    const END = '2126-11-23T20:00:00Z'

    beforeEach(async () => {
      await writeOfflineCopy(KEPT, [])
      const withPin = { keptUntil: END, openedBy: await tokenDigest('pin-token') }
      await writeOfflineCopy({ ...KEPT, ...withPin, id: 8, name: 'Закрытая Анна' }, [])
      const withAccount = { keptUntil: END, openedBy: await tokenDigest('account'), isOfAccount: true }
      await writeOfflineCopy({ ...KEPT, ...withAccount, id: 9, name: 'Закрытая Вера' }, [])
    })

    it('shows the one whose PIN was entered in this tab', async () => {
      openPage('/saved', { memorialTokens: { 8: 'pin-token' } })
      const saved = await screen.findByRole('region', { name: 'Сохранены вами' })
      await waitFor(() => expect(saved).toHaveTextContent(/Закрытая Анна.*Закрытая: до 2[34]\sноября\s2126/))
      expect(saved).not.toHaveTextContent(/Вера/)
    })

    it('shows the one that the account reads', async () => {
      openPage('/saved', { as: aUser(), token: 'account' })
      expect(await screen.findByText('Закрытая Вера')).toBeVisible()
      expect(screen.queryByText('Закрытая Анна')).not.toBeInTheDocument()
    })

    it('does not even name them to anybody else', async () => {
      openPage('/saved', { memorialTokens: { 9: 'pin-token', 8: 'another-pin' } })
      expect(await screen.findByText('Ёлкин Пётр Андреевич')).toBeVisible()
      expect(screen.queryByText(/Закрытая/)).not.toBeInTheDocument()
    })
  })

  it.each([
    ['tab', () => fireEvent(document, new Event('visibilitychange'))],
    ['window beside it', () => fireEvent.focus(window)],
  ])('shows what another %s has changed, once one is back', async (_what, comeBack) => {
    await writeOfflineCopy(KEPT, [])
    openPage('/saved')
    await screen.findByText('Ёлкин Пётр Андреевич')
    for (const name of await caches.keys()) await caches.delete(name)
    comeBack()
    expect(await screen.findByText('Здесь пока ничего нет')).toBeVisible()
  })

  it('takes a page off the device', async () => {
    await writeOfflineCopy(KEPT, [])
    openPage('/saved')
    fireEvent.click(await screen.findByRole('button', { name: 'Убрать с устройства' }))

    expect(await screen.findByText('Здесь пока ничего нет')).toBeVisible()
    expect(screen.queryByText('Ёлкин Пётр Андреевич')).not.toBeInTheDocument()
    await waitFor(async () => expect(await caches.keys()).toEqual([]))
  })
})

it('says so where no page can be kept', async () => {
  openPage('/saved')
  expect(await screen.findByText('Здесь страницы сохранить нельзя')).toBeVisible()
})
