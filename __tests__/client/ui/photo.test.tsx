import { act, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { Photo, type PhotoProps } from '@client/ui/Photo'

const PATH = '/media/7/abc/picture.jpg?signature=x'
const PREVIEW = 'data:image/webp;base64,UklGRg=='

const aPhoto = (differences: Partial<PhotoProps> = {}) => (
  <Photo path={PATH} alt="Фото: Соколова Анна" sizes="270px" frame="card" {...differences} />
)

function show(differences: Partial<PhotoProps> = {}) {
  return render(aPhoto(differences))
}

const picture = () => screen.getByRole('img', { name: 'Фото: Соколова Анна' })
const sourcesIn = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))

it('offers the browser every size of a picture', () => {
  show()

  expect(picture()).toHaveAttribute('src', PATH)
  expect(picture()).toHaveAttribute('srcset', expect.stringContaining('/media/7/abc/320.webp?signature=x 320w'))
  expect(picture()).toHaveAttribute('srcset', expect.stringContaining('/media/7/abc/720.webp?signature=x 720w'))
  expect(picture()).toHaveAttribute('sizes', '270px')
})

it.each([
  ['only when it comes near the viewport', {}, 'lazy', null],
  ['at once near the top of a page', { loads: 'early' }, 'eager', null],
  ['before other things where it is what people came for', { loads: 'first' }, 'eager', 'high'],
] satisfies [string, Partial<PhotoProps>, string, string | null][])(
  'is loaded %s, as its stand-in is',
  (_when, props, loading, priority) => {
    const { container } = show({ preview: PREVIEW, ...props })
    expect(picture()).toHaveAttribute('loading', loading)
    const standIn = container.querySelector('img')
    expect(standIn).not.toBe(picture())
    expect(standIn).toHaveAttribute('loading', loading)
    // A browser that knows `src` first begins to load it.
    expect(standIn?.getAttributeNames()[0]).toBe('loading')
    expect(picture().getAttribute('fetchpriority')).toBe(priority)
  },
)

it('has its own width and height, or those of its frame where they are not known', () => {
  const { rerender } = show({ width: 1200, height: 1500 })
  expect([picture().getAttribute('width'), picture().getAttribute('height')]).toEqual(['1200', '1500'])

  rerender(aPhoto({ width: null, height: null }))
  expect([picture().getAttribute('width'), picture().getAttribute('height')]).toEqual(['400', '500'])
})

it('shows a stand-in, which screen readers pass over, under a picture that is loading', () => {
  const { container } = show({ preview: PREVIEW })

  expect(sourcesIn(container)).toEqual([PREVIEW, PATH])
  expect(screen.getAllByRole('img')).toEqual([picture()])
})

it('has no style attributes, and the same classes for every picture', () => {
  const classesOf = (props: Partial<PhotoProps>) => {
    const { container, unmount } = show({ preview: PREVIEW, ...props })
    expect(container.querySelectorAll('[style]')).toHaveLength(0)
    const classes = [...container.querySelectorAll('[class]')].map((element) => element.className)
    unmount()
    return classes
  }
  expect(classesOf({ width: 100, height: 200 })).toEqual(
    classesOf({ path: '/media/8/picture.jpg', width: 9, height: 8 }),
  )
})

it('falls back to the picture itself, and then to the default photo', () => {
  const { container } = show({ preview: PREVIEW })

  fireEvent.error(picture())
  expect(picture()).toHaveAttribute('src', PATH)
  expect(picture()).not.toHaveAttribute('srcset')

  fireEvent.error(picture())
  expect(sourcesIn(container)).toEqual(['/default-photo.svg'])
})

it('shows the default photo where there is none', () => {
  const { container } = show({ path: null, preview: null })
  expect(sourcesIn(container)).toEqual(['/default-photo.svg'])
  expect(container.querySelector('img')).toHaveAttribute('width', '400')
})

it('gives a new picture its chance after a broken one', () => {
  const { container, rerender } = show()
  fireEvent.error(picture())
  fireEvent.error(picture())

  rerender(aPhoto({ path: '/media/8/picture.jpg' }))

  expect(sourcesIn(container)).toEqual(['/media/8/picture.jpg'])
})

describe('on a page that the server rendered', () => {
  /** As a browser tells of an image that has failed: it is complete, has a source and no pixels. */
  function letImagesHaveFailed(): void {
    jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
    Object.defineProperty(HTMLImageElement.prototype, 'currentSrc', { configurable: true, get: () => PATH })
  }

  afterEach(() => {
    jest.restoreAllMocks()
    Reflect.deleteProperty(HTMLImageElement.prototype, 'currentSrc')
  })

  it('shows the default photo for a picture that failed before the program came', async () => {
    const container = document.createElement('div')
    container.innerHTML = renderToString(aPhoto())
    expect(sourcesIn(container)).toEqual([PATH])
    letImagesHaveFailed()

    const errors: unknown[] = []
    const root = await act(() =>
      hydrateRoot(container, aPhoto(), { onRecoverableError: (error) => errors.push(error) }),
    )

    expect(sourcesIn(container)).toEqual(['/default-photo.svg'])
    expect(errors).toEqual([])
    act(() => root.unmount())
  })
})
