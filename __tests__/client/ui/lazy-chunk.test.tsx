import { act, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { lazyChunk, type MissingProps } from '@client/ui/lazy-chunk'

const Map = ({ place }: { place: string }) => <p>Карта: {place}</p>

function MapMissing({ place, onRetry }: { place: string } & MissingProps) {
  return <button onClick={onRetry}>Карты нет: {place}</button>
}

/** A map whose program can't be had so many times, and then can. */
function aMap({ failures }: { failures: number }) {
  let left = failures
  const load = () => (left-- > 0 ? Promise.reject(new Error('404')) : Promise.resolve(Map))
  return lazyChunk(load, { Loading: () => <p>Загрузка</p>, Missing: MapMissing })
}

it('shows a component once its program is there', async () => {
  const LazyMap = aMap({ failures: 0 })
  render(<LazyMap place="Тверь" />)

  expect(screen.getByText('Загрузка')).toBeVisible()
  expect(await screen.findByText('Карта: Тверь')).toBeVisible()
})

it('shows another in its place when it cannot be had, as often as it is tried', async () => {
  const LazyMap = aMap({ failures: 2 })
  render(<LazyMap place="Тверь" />)

  fireEvent.click(await screen.findByText('Карты нет: Тверь'))
  expect(screen.getByText('Загрузка')).toBeVisible()
  fireEvent.click(await screen.findByText('Карты нет: Тверь'))

  expect(await screen.findByText('Карта: Тверь')).toBeVisible()
})

it('asks anew where it is shown again, and not at all once it is there', async () => {
  const LazyMap = aMap({ failures: 1 })
  const { unmount } = render(<LazyMap place="Тверь" />)
  await screen.findByText('Карты нет: Тверь')
  unmount()

  const again = render(<LazyMap place="Тверь" />)
  expect(await screen.findByText('Карта: Тверь')).toBeVisible()
  again.unmount()

  render(<LazyMap place="Кимры" />)
  expect(screen.getByText('Карта: Кимры')).toBeVisible()
})

it('stands there at once where it was loaded before', async () => {
  const LazyMap = aMap({ failures: 0 })
  await LazyMap.preload()
  render(<LazyMap place="Тверь" />)
  expect(screen.getByText('Карта: Тверь')).toBeVisible()
})

it('is asked for again when it could not be loaded before', async () => {
  const LazyMap = aMap({ failures: 1 })
  await LazyMap.preload()
  render(<LazyMap place="Тверь" />)
  expect(screen.getByText('Загрузка')).toBeVisible()
  expect(await screen.findByText('Карта: Тверь')).toBeVisible()
})

it('hydrates what the server rendered, though its program came before', async () => {
  const LazyMap = aMap({ failures: 0 })
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(<LazyMap place="Тверь" />)
  await LazyMap.preload()
  const onRecoverableError = jest.fn()
  const root = await act(() => hydrateRoot(container, <LazyMap place="Тверь" />, { onRecoverableError }))

  expect(await screen.findByText('Карта: Тверь')).toBeVisible()
  expect(onRecoverableError).not.toHaveBeenCalled()
  act(() => {
    root.unmount()
  })
})
