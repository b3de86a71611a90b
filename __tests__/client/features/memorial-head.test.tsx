import { render, screen, within } from '@testing-library/react'
import { Portrait } from '@client/features/memorial/HeadFrame'
import { aMemorial, aMemorialCard } from '@support/factories'
import { openAt } from '@support/render'
import { serveMemorial } from '@support/server'

/** Of the memorial, once it is loaded. */
const heading = () => screen.findByRole('heading', { level: 1, name: (name) => name !== 'Мемориал' })

async function openHead(differences: Parameters<typeof aMemorial>[0]) {
  serveMemorial(aMemorial({ id: 7, ...differences }))
  const { container } = openAt('/memorials/7')
  await heading()
  return container
}

describe('the name', () => {
  it('has the surname on a line of its own, and is read as a whole', async () => {
    await openHead({})

    expect(await heading()).toHaveAccessibleName('Соколова Анна Петровна')
    expect((await heading()).textContent).toBe('Соколова Анна Петровна')
    expect(within(await heading()).getByText('Соколова').tagName).toBe('SPAN')
  })

  it('stands whole where there is no patronymic', async () => {
    await openHead({ surname: null })

    expect((await heading()).textContent).toBe('Соколова Анна')
  })

  it.each([
    ['Христорождественская', 'true'],
    ['Салтыкова-Щедрина', null],
    ['Соколова', null],
  ])('is set smaller where a word of it would not fit a phone: %s', async (lastname, isLong) => {
    await openHead({ lastname })

    expect(
      within(await heading())
        .getByText(lastname)
        .getAttribute('data-long'),
    ).toBe(isLong)
  })
})

it('lets no line of the dates begin with a dash', async () => {
  await openHead({})

  expect(screen.getByText('9 мая 1931 — 2 ноября 2014').textContent).toBe('9\u00a0мая 1931\u00a0— 2\u00a0ноября 2014')
})

describe('the portrait', () => {
  const picture = { photo_path: '/media/7/picture.jpg' }
  const image = () => screen.getByRole('img', { name: /^Фото:/ })

  it('stands on its own tone', () => {
    render(<Portrait memorial={aMemorialCard({ ...picture, photo_tone: '#bec4be' })} />)

    expect(image().parentElement).toHaveStyle({ backgroundColor: '#bec4be' })
  })

  it('takes nothing but a colour for a tone, whatever the history of the browser holds', () => {
    render(<Portrait memorial={aMemorialCard({ ...picture, photo_tone: '#bec4be;display:none' })} />)

    expect(image().parentElement).not.toHaveStyle({ display: 'none' })
  })

  it.each([
    ['lying', 1600, 900, 'wide'],
    ['square', 1000, 1000, 'wide'],
    ['of the display of a phone, upright', 1080, 1920, 'high'],
    ['of a film camera, upright', 1000, 1500, null],
    ['of a phone, upright', 1200, 1600, null],
    ['in the proportions of the frame', 800, 1000, null],
    ['of unknown size', null, null, null],
  ])('is shown whole where the frame would cut much of it: %s', (_shape, photo_width, photo_height, uncut) => {
    render(<Portrait memorial={aMemorialCard({ ...picture, photo_width, photo_height })} />)

    expect(getComputedStyle(image()).objectFit).toBe(uncut ? 'contain' : 'cover')
    // The frame of a wide one is not as high as that of the others.
    expect(image().parentElement?.getAttribute('data-uncut')).toBe(uncut)
  })

  it('is no smaller than a face needs where the window is low', () => {
    const { container } = render(<Portrait memorial={aMemorialCard(picture)} />)

    expect(container.firstChild).toHaveStyle({ width: 'clamp(320px, (100vh - 330px) * 0.8, 420px)' })
  })

  it('is marked where there is none, so that the default photo does not fill the screen', () => {
    const { container, rerender } = render(<Portrait memorial={aMemorialCard()} />)
    expect(container.firstChild).toHaveAttribute('data-empty')

    rerender(<Portrait memorial={aMemorialCard(picture)} />)
    expect(container.firstChild).not.toHaveAttribute('data-empty')
  })

  it('is loaded in the size in which it is shown', async () => {
    await openHead(picture)

    expect(image()).toHaveAttribute('sizes', expect.stringContaining('(min-width: 480px) 420px'))
  })
})

it('keeps lists and quotations of a biography', async () => {
  await openHead({ biography: 'Награды:\n- орден\n- медаль\n\n> Живите дружно.' })

  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['орден', 'медаль']),
  )
  expect(screen.getByText('Живите дружно.').tagName).toBe('BLOCKQUOTE')
})
