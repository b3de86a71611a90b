import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type KeptMemorial, writeKept } from '@client/lib/kept-memorials'
import { giveCaches } from '@support/kept-caches'
import { openAt } from '@support/render'

const KEPT: KeptMemorial = {
  id: 7,
  name: 'Ёлкин Пётр Андреевич',
  life: '9 мая 1921 — 30 ноября 1999',
  photoPath: null,
  keptAt: '2026-11-23T10:00:00.000Z',
  keptUntil: null,
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

  it('lists what was saved, and what was only visited', async () => {
    await writeKept(KEPT, [])
    // What was only visited goes after a month.
    const visit = { isSaved: false, keptAt: new Date().toISOString(), keptUntil: '2126-11-23T20:00:00Z' }
    await writeKept({ ...KEPT, ...visit, id: 8, name: 'Закрытая Анна' }, [])
    openAt('/saved')

    const saved = await screen.findByRole('region', { name: 'Сохранены вами' })
    expect(saved).toHaveTextContent(/Ёлкин Пётр Андреевич.*Сохранена 23\sноября\s2026/)
    expect(saved).not.toHaveTextContent(/Закрытая/)
    const visited = screen.getByRole('region', { name: 'Открывались недавно' })
    expect(visited).toHaveTextContent(/Закрытая Анна.*Закрытая: до 2[34]\sноября\s2126/)
    expect(screen.getAllByRole('link', { name: 'Посетить страницу' })[0]).toHaveAttribute('href', '/memorials/7')
  })

  it('takes a page off the device', async () => {
    await writeKept(KEPT, [])
    openAt('/saved')
    fireEvent.click(await screen.findByRole('button', { name: 'Убрать с устройства' }))

    expect(await screen.findByText('Здесь пока ничего нет')).toBeVisible()
    expect(screen.queryByText('Ёлкин Пётр Андреевич')).not.toBeInTheDocument()
    await waitFor(async () => expect(await caches.keys()).toEqual([]))
  })
})

it('says so where no page can be kept', async () => {
  openAt('/saved')
  expect(await screen.findByText('Здесь страницы сохранить нельзя')).toBeVisible()
})
