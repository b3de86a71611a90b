import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { lazyOr } from '@client/ui/lazy-or'

const Map = ({ place }: { place: string }) => <p>Карта: {place}</p>
const Missing = ({ place }: { place: string }) => <p>Карты нет: {place}</p>

it.each([
  ['shows a component once its program is there', () => Promise.resolve(Map), 'Карта: Тверь'],
  ['shows another in its place when it cannot be had', () => Promise.reject(new Error('404')), 'Карты нет: Тверь'],
])('%s', async (_rule, load, shown) => {
  const Component = lazyOr(load, Missing)
  render(
    <Suspense fallback="Загрузка">
      <Component place="Тверь" />
    </Suspense>,
  )

  expect(await screen.findByText(shown)).toBeVisible()
})
