import { screen } from '@testing-library/react'
import { aBurial, aMemorial } from '@support/factories'
import { openAt } from '@support/render'
import { serveBurial, serveMemorial } from '@support/server'

it('the map waits, its place kept, until one scrolls near it', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  serveBurial(aBurial({ memorial_id: 7 }))
  openAt('/memorials/7')

  expect(await screen.findByText('Загрузка карты...')).toBeInTheDocument()
  expect(screen.getByText('Координаты: 56.8204, 35.8312')).toBeVisible()
  expect(document.querySelector('.leaflet-container')).toBeNull()
})
