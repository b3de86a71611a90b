import { fireEvent, render, screen } from '@testing-library/react'
import { Photo } from '@client/ui/Photo'

const PATH = '/media/7/abc/picture.jpg?signature=x'

function show(path: string | null = PATH) {
  return render(<Photo path={path} alt="Фото: Соколова Анна" sizes="270px" />)
}

it('offers the browser every size of a picture', () => {
  show()

  const photo = screen.getByRole('img', { name: 'Фото: Соколова Анна' })
  expect(photo).toHaveAttribute('src', PATH)
  expect(photo).toHaveAttribute('srcset', expect.stringContaining('/media/7/abc/320.webp?signature=x 320w'))
  expect(photo).toHaveAttribute('loading', 'lazy')
})

it('falls back to the picture itself, and then to the default photo', () => {
  const { container } = show()
  const image = () => container.querySelector('img') as HTMLImageElement

  fireEvent.error(image())
  expect(image()).toHaveAttribute('src', PATH)
  expect(image()).not.toHaveAttribute('srcset')

  fireEvent.error(image())
  expect(image()).toHaveAttribute('src', '/default-photo.svg')
})

it('shows the default photo where there is none', () => {
  const { container } = show(null)
  expect(container.querySelector('img')).toHaveAttribute('src', '/default-photo.svg')
})

it('gives a new picture its chance after a broken one', () => {
  const { container, rerender } = show()
  const image = () => container.querySelector('img') as HTMLImageElement
  fireEvent.error(image())
  fireEvent.error(image())

  rerender(<Photo path="/media/8/picture.jpg" alt="Фото" sizes="270px" />)

  expect(image()).toHaveAttribute('src', '/media/8/picture.jpg')
})
